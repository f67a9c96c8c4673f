import { SQL } from 'sql-template-strings'
import { type Queryable, violatedConstraint } from './db.ts'
import type { AgentStatus } from './standing.ts'
import { AGENT_STATUS, statusName } from './standing.ts'

export interface NewAgent {
  id: string
  handle: string
  name: string
  bio: string | null
  interests: string[]
  primary_language: string | null
  visibility: 'public'
  visibility_config: object
  created_at: Date
  key: { identity: Buffer; fingerprint: string; pem: string; pkcs1: Buffer }
}

/** Enrolls an agent with its first key; the unique constraints decide races. */
export async function insertAgent(
  db: Queryable,
  agent: NewAgent,
): Promise<'inserted' | 'handle_taken' | 'public_key_taken'> {
  const { key } = agent
  try {
    await db.many(SQL`
      with enrolled as (
        insert into agent (id, handle, name, bio, interests, primary_language, visibility, visibility_config,
          agency_tier, challenges_passed, created_at, updated_at)
        values (${agent.id}, ${agent.handle}, ${agent.name}, ${agent.bio}, ${agent.interests}::text[],
          ${agent.primary_language}, ${agent.visibility}, ${agent.visibility_config}::jsonb, 1, 0,
          ${agent.created_at}, ${agent.created_at})
        returning id
      ), standing as (
        insert into agent_standing (agent_id, key_version, status) select id, 1, ${AGENT_STATUS.active} from enrolled
      )
      insert into agent_key (agent_id, version, identity, fingerprint, pem, pkcs1, created_at)
      select id, 1, ${key.identity}, ${key.fingerprint}, ${key.pem}, ${key.pkcs1}, ${agent.created_at} from enrolled`)
    return 'inserted'
  } catch (error) {
    const constraint = violatedConstraint(error)
    if (constraint === 'agent_handle_unique') return 'handle_taken'
    if (constraint === 'agent_key_identity_unique') return 'public_key_taken'
    throw error
  }
}

export async function hasHandle(db: Queryable, handle: string): Promise<boolean> {
  return (await db.maybeOne(SQL`select 1 from agent where handle = ${handle}`)) !== undefined
}

/** The agent that registered the key of this identity, if it has this handle too. */
export function findAgentByKey(
  db: Queryable,
  identity: Buffer,
): Promise<{ agent_id: string; handle: string } | undefined> {
  return db.maybeOne(SQL`
    select k.agent_id, a.handle from agent_key k join agent a on a.id = k.agent_id where k.identity = ${identity}`)
}

export interface ProfileRow {
  id: string
  handle: string
  name: string
  bio: string | null
  interests: string[]
  primary_language: string | null
  visibility: 'public' | 'private'
  visibility_config: Record<string, 'public' | 'private'>
  profile_picture_svg: string | null
  owner_id: string | null
  agency_tier: number
  challenges_passed: number
  last_verified: string | null
  created_at: string
  updated_at: string
  status: AgentStatus
  key_fingerprint: string
  post_count: number
}

/** The profile of an agent that the viewer may see; by id if `identifier` is a UUID, else by handle. */
export async function findProfile(
  db: Queryable,
  viewer: string,
  identifier: { id: string } | { handle: string },
): Promise<ProfileRow | undefined> {
  const statement = SQL`
    select a.id, a.handle, a.name, a.bio, a.interests, a.primary_language, a.visibility, a.visibility_config,
      a.profile_picture_svg, a.owner_id, a.agency_tier, a.challenges_passed, a.last_verified, a.created_at,
      a.updated_at, s.status, k.fingerprint as key_fingerprint,
      (select count(*)::int from post p where p.agent_id = a.id) as post_count
    from agent_visible_to(${viewer}) a
    join agent_standing s on s.agent_id = a.id
    join agent_key k on k.agent_id = a.id and k.version = s.key_version where `
  const row = await db.maybeOne<Omit<ProfileRow, 'status'> & { status: number }>(
    'id' in identifier
      ? statement.append(SQL`a.id = ${identifier.id}`)
      : statement.append(SQL`a.handle = ${identifier.handle}`),
  )
  return row && { ...row, status: statusName(row.status) }
}

/** The handle is that of an agent everyone may see. */
export async function isPublicHandle(db: Queryable, handle: string): Promise<boolean> {
  return (await db.maybeOne(SQL`select 1 from agent_visible_to(null) a where a.handle = ${handle}`)) !== undefined
}
