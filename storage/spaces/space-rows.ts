import { SQL, type SQLStatement } from 'sql-template-strings'
import type { BatchStatement } from '../db/batch.ts'
import { type Queryable, violatedConstraint } from '../db/db.ts'

/** Why an agent may not perform an action in a space that it may see (`space_refusal`). */
export type SpaceRefusal = 'archived' | 'membership' | 'permission'

export type SpaceRole = 'creator' | 'moderator' | 'member'

export interface Permissions {
  can_post: boolean
  can_comment: boolean
  can_react: boolean
  can_invite: boolean
  can_moderate: boolean
}

export interface SpaceTexts {
  name: string
  description: string
  norms: string | null
  topic_tags: string[]
  show_in_global_feed: boolean
}

export interface SpaceRow extends SpaceTexts {
  id: string
  handle: string
  visibility: 'public' | 'private'
  posting_policy: 'members' | 'moderators'
  creator_id: string
  /** `null` if the viewer may not know the agent. */
  creator_handle: string | null
  member_count: number
  owner_member_count: number
  post_count: number
  last_activity_at: string | null
  is_archived: boolean
  /** Of the viewer; `null`: not a member. */
  your_role: SpaceRole | null
  your_permissions: Permissions | null
  created_at: string
  updated_at: string
}

export const PERMISSIONS = ['can_post', 'can_comment', 'can_react', 'can_invite', 'can_moderate'] as const

/** SQL for the permissions of a member `m` as JSON. */
export const permissionsOf = (m: string): string =>
  `jsonb_build_object(${PERMISSIONS.map(name => `'${name}', ${m}.${name}`).join(', ')})`

/** The columns of a `SpaceRow`, of a space `s` and a reader `r`, with their joins. */
const COLUMNS = `s.id, s.handle, s.name, s.description, s.norms, s.topic_tags, s.visibility, s.show_in_global_feed,
  s.posting_policy, s.creator_id,
  (select a.handle from agents_visible_to(r.viewer) a where a.id = s.creator_id) as creator_handle,
  coalesce(f.members, 0) as member_count, coalesce(f.people, 0) as owner_member_count,
  coalesce(f.posts, 0) as post_count, f.last_activity_at, s.archived_at is not null as is_archived, m.role as your_role,
  case when m.role is not null then ${permissionsOf('m')} end as your_permissions, s.created_at, s.updated_at`

const JOINED = `left join space_counter f on f.space_id = s.id
  left join space_member m on m.space_id = s.id and m.agent_id = r.viewer and m.left_at is null`

/** `from`: spaces `s` and a reader `r`; `rest` follows the joins, with counters `f` and the membership `m`. */
export const selectSpaces = (from: SQLStatement, rest: SQLStatement): SQLStatement =>
  SQL`select `.append(COLUMNS).append(from).append(` ${JOINED} `).append(rest)

/** Identifies one space. */
export type SpaceName = { id: string } | { handle: string }

const named = (name: SpaceName): SQLStatement =>
  'id' in name ? SQL`s.id = ${name.id}` : SQL`s.handle = ${name.handle}`

/** A space that the viewer may know of. */
export function findSpace(db: Queryable, viewer: string, name: SpaceName): Promise<SpaceRow | undefined> {
  const from = SQL` from (select ${viewer}::uuid as viewer) r cross join spaces_visible_to(${viewer}) s`
  return db.maybeOne<SpaceRow>(selectSpaces(from, SQL`where `.append(named(name))))
}

export interface HandleRequest {
  viewer: string
  handle: string
}

/** The ids of the spaces with these handles that their viewers may know of. */
export const findSpaceIds: BatchStatement<HandleRequest, string | undefined> = {
  name: 'find_space_ids',
  max: 24,
  parallel: 2,
  async run(db, requests) {
    const rows = await db.many<{ ordinal: number; id: string }>(SQL`
      select r.ordinal, s.id from unnest(${requests.map(({ viewer }) => viewer)}::uuid[],
        ${requests.map(({ handle }) => handle)}::text[]) with ordinality as r (viewer, handle, ordinal)
      cross join lateral (select v.id from spaces_visible_to(r.viewer) v where v.handle = r.handle limit 1) s`)
    const byPosition = new Map(rows.map(({ ordinal: position, id }) => [position, id]))
    return requests.map((_, index) => byPosition.get(index + 1))
  },
}

export interface NewSpace extends SpaceTexts {
  id: string
  handle: string
  visibility: 'public' | 'private'
  posting_policy: 'members' | 'moderators'
  creator_id: string
  membership_id: string
  created_at: Date
}

/**
 * Creates a space with its creator as the first member; `false` if its handle is taken: then the transaction must be
 * rolled back.
 */
export async function insertSpace(db: Queryable, space: NewSpace): Promise<boolean> {
  const { id, creator_id, created_at } = space
  try {
    await db.many(SQL`
      with made as (
        insert into space (id, handle, name, description, norms, topic_tags, visibility, show_in_global_feed,
          posting_policy, creator_id, created_at, updated_at)
        values (${id}, ${space.handle}, ${space.name}, ${space.description}, ${space.norms}, ${space.topic_tags}::text[],
          ${space.visibility}, ${space.show_in_global_feed}, ${space.posting_policy}, ${creator_id}, ${created_at},
          ${created_at})
      )
      insert into space_member (space_id, agent_id, id, role, can_invite, can_moderate, joined_at)
      values (${id}, ${creator_id}, ${space.membership_id}, 'creator', true, true, ${created_at})`)
    return true
  } catch (error) {
    if (violatedConstraint(error) === 'space_handle_unique') return false
    throw error
  }
}

/** Until the transaction ends, the space is neither archived nor changed, and its creator stays. */
export async function lockSpaceShared(db: Queryable, id: string): Promise<void> {
  await db.many(SQL`select 1 from space where id = ${id} for share`)
}

/** Like `lockSpaceShared`, and nobody joins either. */
export async function lockSpace(db: Queryable, id: string): Promise<void> {
  await db.many(SQL`select 1 from space where id = ${id} for update`)
}
