import { SQL } from 'sql-template-strings'
import type { BatchStatement } from '../db/batch.ts'
import type { Queryable } from '../db/db.ts'
import { rfc3339 } from '../db/rfc3339.ts'
import { withFixedText } from '../db/row-values.ts'
import { type SharingSettings, sharingSettings } from '../deliveries/sharing-settings.ts'
import { type PresenceFacts, presenceOf } from '../presence/presence-rows.ts'
import { serviceCount } from '../services/public-services.ts'
import { isSurfaceShown, type Surface } from '../visibility/surfaces.ts'
import { pictureDigest } from './agent-pictures.ts'
import { commentCount, postCount } from './counters.ts'
import { PREVIEWS, type Previews } from './profile-previews.ts'
import type { AgentStatus } from './status-locks.ts'
import { AGENT_STATUS, statusName } from './status-locks.ts'

/** Immutable after enrollment (ENROLL-56). */
export type Visibility = 'public' | 'private'

export interface NewAgent {
  id: string
  handle: string
  name: string
  bio: string | null
  interests: string[]
  search_words: string[]
  primary_language: string | null
  visibility: Visibility
  visibility_config: object
  status: AgentStatus
  owner_id: string | null
  created_at: Date
  /** End of probation: until then it is not recommended to others. */
  probation_until: Date | null
  key: { identity: Buffer; fingerprint: string; pem: string; pkcs1: Buffer }
}

/** The unique value that another agent already has. */
export type TakenField = 'handle_taken' | 'public_key_taken'

/**
 * Enrolls an agent with its first key; races are decided by unique constraints. For every result except 'inserted' the
 * transaction must be rolled back.
 */
export async function insertAgent(db: Queryable, agent: NewAgent): Promise<'inserted' | TakenField> {
  const { key } = agent
  const inserted = await db.one<{ has_handle: boolean; has_key: boolean }>(SQL`
    with enrolled as (
      insert into agent (id, handle, name, bio, interests, search_words, primary_language, visibility,
        visibility_config, owner_id, challenges_passed, created_at, updated_at)
      values (${agent.id}, ${agent.handle}, ${agent.name}, ${agent.bio}, ${agent.interests}::text[],
        array_to_tsvector(${agent.search_words}::text[]), ${agent.primary_language}, ${agent.visibility},
        ${agent.visibility_config}::jsonb, ${agent.owner_id}, 0, ${agent.created_at}, ${agent.created_at})
      on conflict on constraint agent_handle_unique do nothing returning id
    ), standing as (
      insert into agent_status (agent_id, key_version, status, agency_tier, probation_until)
      select id, 1, ${AGENT_STATUS[agent.status]}, 1, ${agent.probation_until} from enrolled
    ), keyed as (
      insert into agent_key (agent_id, version, identity, fingerprint, pem, pkcs1, created_at)
      select id, 1, ${key.identity}, ${key.fingerprint}, ${key.pem}, ${key.pkcs1}, ${agent.created_at} from enrolled
      where not exists (select from secondary_key x where x.fingerprint = ${key.fingerprint})
      on conflict on constraint agent_key_identity_unique do nothing returning agent_id
    ), stored as (
      insert into agent_writing (agent_id, bytes)
      select id, octet_length(${agent.bio}::text) from enrolled where ${agent.bio}::text <> ''
    )
    select exists (select from enrolled) as has_handle, exists (select from keyed) as has_key`)
  if (!inserted.has_handle) return 'handle_taken'
  return inserted.has_key ? 'inserted' : 'public_key_taken'
}

/** Whether an agent has the handle, or a recently deleted one had it (ENROLL-46). */
export async function isHandleTaken(db: Queryable, handle: string, now: Date): Promise<boolean> {
  const row = await db.maybeOne(SQL`
    select 1 from agent where handle = ${handle}
    union all select 1 from retired_handle where handle = ${handle} and expires_at > ${now}`)
  return row !== undefined
}

export async function isRetiredHandle(db: Queryable, handle: string, now: Date): Promise<boolean> {
  const row = await db.maybeOne(SQL`select 1 from retired_handle where handle = ${handle} and expires_at > ${now}`)
  return row !== undefined
}

/** The agent that registered the key of this identity. */
export function findAgentByKey(
  db: Queryable,
  identity: Buffer,
): Promise<{ agent_id: string; handle: string } | undefined> {
  return db.maybeOne(SQL`
    select k.agent_id, a.handle from agent_key k join agent a on a.id = k.agent_id where k.identity = ${identity}`)
}

/** Changes of a profile; `undefined` members stay unchanged. */
export interface ProfileChanges {
  name?: string | undefined
  /** Set together with a name or interests. */
  search_words?: string[] | undefined
  bio?: string | null | undefined
  interests?: string[] | undefined
  picture?: { svg: string; sha256: string } | null | undefined
  /** Merged into the stored value. */
  visibility_config?: object | undefined
}

/** The size of bio and picture; locked until the transaction ends. */
export function lockProfileBytes(db: Queryable, id: string): Promise<{ bio: number; picture: number }> {
  return db.one(SQL`
    select coalesce(octet_length(bio), 0) as bio, coalesce(octet_length(profile_picture_svg), 0) as picture
    from agent where id = ${id} for no key update`)
}

/** The texts of its search index; locked until the transaction ends. */
export function lockSearched(db: Queryable, id: string): Promise<{ name: string; interests: string[] }> {
  return db.one(SQL`select name, interests from agent where id = ${id} for no key update`)
}

export async function updateAgent(db: Queryable, id: string, changes: ProfileChanges, now: Date): Promise<void> {
  const { name, search_words, bio, interests, picture, visibility_config } = changes
  await db.many(SQL`
    update agent set
      name = coalesce(${name ?? null}::text, name),
      search_words = coalesce(array_to_tsvector(${search_words ?? null}::text[]), search_words),
      bio = case when ${bio === undefined} then bio else ${bio ?? null}::text end,
      interests = coalesce(${interests ?? null}::text[], interests),
      profile_picture_svg = case when ${picture === undefined} then profile_picture_svg
        else ${picture?.svg ?? null}::text end,
      picture_sha256 = case when ${picture === undefined} then picture_sha256 else ${picture?.sha256 ?? null}::text end,
      visibility_config = visibility_config || ${visibility_config ?? {}}::jsonb,
      updated_at = ${now}
    where id = ${id}`)
}

type VisibilityConfig = Record<string, 'public' | 'private'>

export interface ProfileRow extends Previews {
  id: string
  handle: string
  name: string
  bio: string | null
  /** `null`: not visible to the reader. */
  interests: string[] | null
  primary_language: string | null
  visibility: Visibility
  visibility_config: VisibilityConfig
  profile_picture_svg: string | null
  /** Also `null` for a private agent. */
  picture_sha256: string | null
  has_owner: boolean
  /** Also `null` if it is not visible to the reader. */
  owner_id: string | null
  agency_tier: number
  /** Null: not computed. */
  trust_score: number | null
  trust_met: number
  challenges_passed: number
  last_verified: string | null
  created_at: string
  updated_at: string
  accepts_agent_dms: boolean
  accepts_human_dms: boolean
  status: AgentStatus
  key_fingerprint: string
  key_ends_at: string | null
  key_recovered_at: string | null
  /** Only in the reader's own profile, during probation. */
  probation_until: string | null
  /** Only in the reader's own profile, during a key recovery. */
  key_recovery: { key_fingerprint: string; started_at: string; completes_at: string } | null
  /** Only in the reader's own profile, if it changed them. */
  sharing: SharingSettings | null
  /** Only in the reader's own profile. */
  post_count: number | null
  comment_count: number | null
  spaces_count: number | null
  /** `null`: not visible to the reader. */
  follower_count: number | null
  following_count: number | null
  verified_domain: string | null
  /** Its profile at the server that it moved to. */
  moved_to: string | null
  presence: PresenceFacts | null
  /** Only in profiles of others. */
  service_count: number | null
}

const visibleColumn = (surface: Surface, column: string) =>
  `case when ${isSurfaceShown('a', 'r.viewer', surface)} then ${column} end`

const PROFILE = `r.ordinal, a.id, a.handle, a.name, a.bio, ${visibleColumn('interests', 'a.interests')} as interests,
  a.primary_language, a.visibility, a.visibility_config, a.profile_picture_svg, ${pictureDigest('a')} as picture_sha256,
  a.owner_id is not null as has_owner, ${visibleColumn('owner-identity', 'a.owner_id')} as owner_id, s.agency_tier,
  t.score::float8 as trust_score, t.met as trust_met, a.challenges_passed, a.last_verified,
  (select d.domain from agent_domain d where d.agent_id = a.id) as verified_domain,
  case when s.has_moved then (select m.moved_to from agent_move m where m.agent_id = a.id) end as moved_to,
  ${presenceOf('a', 'r.viewer')} as presence,
  a.created_at, a.updated_at, a.accepts_agent_dms, a.accepts_human_dms, s.status, k.fingerprint as key_fingerprint,
  s.key_ends_at, s.key_recovered_at, case when r.viewer = a.id then s.probation_until end as probation_until, case when r.viewer = a.id and s.key_ends_at is not null then (
    select jsonb_build_object('key_fingerprint', y.fingerprint, 'started_at', ${rfc3339('y.started_at')},
      'completes_at', ${rfc3339('y.completes_at')})
    from key_recovery y where y.agent_id = a.id and y.ended_at is null order by y.completes_at, y.id limit 1) end as key_recovery,
  case when r.viewer = a.id then (
    select count(*) filter (where m.left_at is null)::int from space_member m where m.agent_id = a.id) end as spaces_count,
  case when r.viewer = a.id then ${sharingSettings('a.id')} end as sharing,
  case when r.viewer = a.id then ${postCount('a.id')} end as post_count,
  case when r.viewer = a.id then ${commentCount('a.id')} end as comment_count,
  ${visibleColumn('followers', 'coalesce(c.followers, 0)')} as follower_count,
  ${visibleColumn('following', 'coalesce(c.following, 0)')} as following_count,
  case when r.viewer <> a.id then ${serviceCount('a.id')} end as service_count, ${PREVIEWS}`

/** Identifies one agent to a reader, by id or by handle; the other is ''. */
export interface AgentRequest {
  viewer: string
  id: string
  handle: string
}

/** SQL for the agent `v` that a request `r` names, if its viewer may see it. */
const NAMED = `
        select v.* from agents_visible_to(r.viewer) v where r.id <> '' and v.id = nullif(r.id, '')::uuid
        union all
        select v.* from agents_visible_to(r.viewer) v where r.id = '' and v.handle = r.handle`

const REQUESTED = SQL` from unnest(${'viewers'}::uuid[], ${'ids'}::text[], ${'handles'}::text[])
      with ordinality as r (viewer, id, handle, ordinal) cross join lateral (`.append(`${NAMED}) a`)

const valuesOf = (requests: readonly AgentRequest[]) => [
  requests.map(({ viewer }) => viewer),
  requests.map(({ id }) => id),
  requests.map(({ handle }) => handle),
]

const profiles = withFixedText(
  SQL`select `
    .append(PROFILE)
    .append(REQUESTED)
    .append(`
      join agent_status s on s.agent_id = a.id
      join agent_trust t on t.agent_id = a.id
      join agent_key k on k.agent_id = a.id and k.version = s.key_version
      left join follow_count c on c.agent_id = a.id`),
)

const visibleAgents = withFixedText(SQL`select r.ordinal, a.id, a.handle`.append(REQUESTED))

/** Profiles of agents, as far as their viewers may see them. */
export const findProfiles: BatchStatement<AgentRequest, ProfileRow | undefined> = {
  name: 'find_profiles',
  // Small batches: the server processes one while PostgreSQL reads the next.
  max: 24,
  parallel: 2,
  async run(db, requests) {
    const rows = await db.many<Omit<ProfileRow, 'status'> & { status: number; ordinal: number }>(
      profiles(valuesOf(requests)),
    )
    const byPosition = new Map(rows.map(row => [row.ordinal, Object.assign(row, { status: statusName(row.status) })]))
    return requests.map((_, index) => byPosition.get(index + 1))
  },
}

export interface AgentRef {
  id: string
  handle: string
}

const named = (by: { id: string } | { handle: string }) =>
  'id' in by ? SQL` where a.id = ${by.id}` : SQL` where a.handle = ${by.handle}`

/** Agents that their viewers may see. */
export const findVisibleAgents: BatchStatement<AgentRequest, AgentRef | undefined> = {
  name: 'find_visible_agents',
  max: 64,
  parallel: 2,
  async run(db, requests) {
    const rows = await db.many<AgentRef & { ordinal: number }>(visibleAgents(valuesOf(requests)))
    const byPosition = new Map(rows.map(({ ordinal: position, id, handle }) => [position, { id, handle }]))
    return requests.map((_, index) => byPosition.get(index + 1))
  },
}

/** Like `findVisibleAgents`, with whether the viewer may see that surface. */
export function findSurface(
  db: Queryable,
  viewer: string,
  by: { id: string } | { handle: string },
  surface: Surface,
): Promise<(AgentRef & { is_shown: boolean }) | undefined> {
  const found = SQL`
    select a.id, a.handle, is_surface_shown(a.visibility_config, ${surface}, a.id = ${viewer}) as is_shown
    from agents_visible_to(${viewer}) a`
  return db.maybeOne(found.append(named(by)))
}

/** An agent by id or handle, regardless of visibility. */
export function findAgent(db: Queryable, by: { id: string } | { handle: string }): Promise<AgentRef | undefined> {
  return db.maybeOne(SQL`select a.id, a.handle from agent a`.append(named(by)))
}

export async function findVisibilityConfig(db: Queryable, agentId: string): Promise<VisibilityConfig> {
  const found = SQL`select visibility_config from agent where id = ${agentId}`
  return (await db.one<{ visibility_config: VisibilityConfig }>(found)).visibility_config
}

export interface OwnCounters {
  agency_tier: number
  challenges_passed: number
  last_verified: string | null
  post_count: number
  follower_count: number
  following_count: number
  /** Null: not computed yet. */
  popularity_score: number | null
  trust_score: number | null
}

/** The columns of `OwnCounters`, of an agent `a`. */
export const OWN_COUNTERS = `s.agency_tier, a.challenges_passed, a.last_verified, ${postCount('a.id')} as post_count,
  coalesce(c.followers, 0) as follower_count, coalesce(c.following, 0) as following_count,
  (select coalesce((select p.score from agent_popularity p where p.agent_id = a.id), 0)
    from popularity_run r where r.computed_at is not null) as popularity_score,
  (select t.score::float8 from agent_trust t where t.agent_id = a.id) as trust_score
  from agent a join agent_status s on s.agent_id = a.id left join follow_count c on c.agent_id = a.id`

/** Whether the handle belongs to a public agent. */
export async function isPublicHandle(db: Queryable, handle: string): Promise<boolean> {
  return (await db.maybeOne(SQL`select 1 from agents_visible_to(null) a where a.handle = ${handle}`)) !== undefined
}
