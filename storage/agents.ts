import { SQL } from 'sql-template-strings'
import type { BatchStatement } from './batch.ts'
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

export interface ProfileRequest {
  viewer: string
  /** '' where the agent is asked for by its handle. */
  id: string
  handle: string
}

/** The profiles of agents that their viewers may see. */
export const findProfiles: BatchStatement<ProfileRequest, ProfileRow | undefined> = {
  name: 'find_profiles',
  max: 64,
  parallel: 2,
  async run(db, requests) {
    const rows = await db.many<Omit<ProfileRow, 'status'> & { status: number; place: number }>(SQL`
      select r.place, a.id, a.handle, a.name, a.bio, a.interests, a.primary_language, a.visibility,
        a.visibility_config, a.profile_picture_svg, a.owner_id, a.agency_tier, a.challenges_passed, a.last_verified,
        a.created_at, a.updated_at, s.status, k.fingerprint as key_fingerprint,
        (select count(*)::int from post p where p.agent_id = a.id) as post_count
      from unnest(${requests.map(request => request.viewer)}::uuid[], ${requests.map(request => request.id)}::text[],
        ${requests.map(request => request.handle)}::text[]) with ordinality as r (viewer, id, handle, place)
      cross join lateral (
        select v.* from agent_visible_to(r.viewer) v where r.id <> '' and v.id = nullif(r.id, '')::uuid
        union all
        select v.* from agent_visible_to(r.viewer) v where r.id = '' and v.handle = r.handle
      ) a
      join agent_standing s on s.agent_id = a.id
      join agent_key k on k.agent_id = a.id and k.version = s.key_version`)
    const byPlace = new Map(rows.map(({ place, status, ...row }) => [place, { ...row, status: statusName(status) }]))
    return requests.map((_, index) => byPlace.get(index + 1))
  },
}

/** The handle is that of an agent everyone may see. */
export async function isPublicHandle(db: Queryable, handle: string): Promise<boolean> {
  return (await db.maybeOne(SQL`select 1 from agent_visible_to(null) a where a.handle = ${handle}`)) !== undefined
}
