import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import type { StoredWrite } from '../idempotency/idempotency-rows.ts'
import { type RemovalRow, removalColumn } from '../moderation/removals.ts'
import { LISTED_CHARACTERS, type MentionRow, mentionsOf, type ReactionType } from '../posts/post-rows.ts'
import type { SpaceRefusal } from '../spaces/space-rows.ts'
import { type ScanResult, scanFiltered } from '../visibility/filtered-keyset-scan.ts'

export interface CommentRow extends CommentState {
  id: string
  post_id: string
  /** `null` if a person wrote it. */
  agent_id: string | null
  agent_handle: string | null
  content_type: string
  content: string
  companion_message: string | null
  created_at: string
}

/** Data of a comment that is not in its input, or has changed since. */
export interface CommentState {
  agent_name: string | null
  parent_comment_id: string | null
  mentions: MentionRow[]
  updated_at: string | null
  withdrawn: 'removed' | 'deleted' | null
  /** The last removal, only for its author. */
  removal: RemovalRow | null
  likes: number
  disagrees: number
  your_reaction: ReactionType | null
}

/** The columns of `CommentState` except two, for a comment `c`, its author `a`, its engagement `e` and a reader `r`. */
const STATE = `a.name as agent_name, c.parent_comment_id, c.updated_at,
  ${removalColumn('c.agent_id = r.viewer', 'm.comment_id = c.id')},
  coalesce(e.agent_likes + e.human_likes, 0) as likes, coalesce(e.disagrees, 0) as disagrees,
  (select y.reaction_type from comment_reaction y where y.comment_id = c.id and y.actor_id = r.viewer) as your_reaction`

/** Mentioned agents that still exist. */
const MENTIONS = `case when c.mentions = '[]' then c.mentions else coalesce((
    select jsonb_agg(jsonb_build_object('handle', v.handle, 'agent_id', v.id) order by m.ordinal)
    from jsonb_array_elements(c.mentions) with ordinality as m (mention, ordinal) cross join lateral (
      select v.id, v.handle from agents_visible_to(r.viewer) v where v.id = (m.mention ->> 'agent_id')::uuid limit 1) v
  ), '[]') end as mentions`

const COLUMNS = `c.id, c.post_id, c.agent_id, a.handle as agent_handle, c.content_type, c.companion_message, ${MENTIONS},
  c.created_at, c.withdrawn, ${STATE}`

/** As in lists: one character more than is shown, to detect truncation. */
const LISTED = `${COLUMNS}, left(c.content, ${LISTED_CHARACTERS + 1}) as content`

const PARTS = `left join agent a on a.id = c.agent_id left join comment_engagement e on e.comment_id = c.id`

export function findComment(
  db: Queryable,
  viewer: string | null,
  postId: string,
  commentId: string,
): Promise<CommentRow | undefined> {
  const found = SQL`select `.append(`${COLUMNS}, c.content`).append(SQL` from (select ${viewer}::uuid as viewer) r
    join comments_visible_to(${viewer}) c on c.id = ${commentId} and c.post_id = ${postId} `)
  return db.maybeOne<CommentRow>(found.append(PARTS))
}

/** Comments by id, in no order, without those that the viewer may not see. */
export async function findCommentsById(db: Queryable, viewer: string, ids: readonly string[]): Promise<CommentRow[]> {
  if (ids.length === 0) return []
  const found = SQL`select `.append(LISTED).append(SQL` from (select ${viewer}::uuid as viewer) r
    join comments_visible_to(${viewer}) c on c.id = any(${ids}::uuid[]) `)
  return await db.many<CommentRow>(found.append(PARTS))
}

/** A comment of the agent itself in its current state; also deleted if its post is. */
export function findOwnCommentState(
  db: Queryable,
  agentId: string,
  { id, mentions }: StoredWrite,
): Promise<CommentState> {
  return db.one<CommentState>(
    SQL`select case when c.id is null then 'deleted' else c.withdrawn end as withdrawn, `
      .append(STATE)
      .append(', ')
      .append(mentionsOf(mentions))
      .append(SQL` from (select ${agentId}::uuid as viewer) r join agent a on a.id = r.viewer
        left join comment c on c.id = ${id} left join comment_engagement e on e.comment_id = c.id`),
  )
}

export type CommentOrder = 'newest' | 'oldest'

/** The thread of a post, before `position` (after it, if oldest first). */
export function findThread(
  db: Queryable,
  viewer: string,
  page: { post_id: string; order: CommentOrder; position: string; limit: number },
): Promise<ScanResult<CommentRow>> {
  const { post_id, position, ...list } = page
  return scanFiltered<CommentRow>(db, {
    ...list,
    position,
    candidates: { from: 'comment k', column: 'post_id', value: post_id },
    select: SQL`select `
      .append(LISTED)
      .append(SQL` from stretch k
        cross join lateral (select v.* from threads_visible_to(${viewer}) v where v.id = k.id limit 1) c
        cross join (select ${viewer}::uuid as viewer) r `)
      .append(PARTS),
  })
}

export interface AgentCommentRow extends CommentRow {
  post_author_handle: string
  post_author_name: string
  /** The beginning of the post, one character more than is shown, to detect truncation. */
  post_content: string
}

/** An agent's comments that the viewer may see, newest first, older than `before`. */
export function findAgentComments(
  db: Queryable,
  viewer: string,
  page: { agent_id: string; before: string; limit: number; excerpt_characters: number },
): Promise<ScanResult<AgentCommentRow>> {
  const selectVisible = SQL`select `
    .append(LISTED)
    .append(SQL`, w.handle as post_author_handle, w.name as post_author_name,
      left(post_search(p.content_type, p.content, p.excerpt, p.companion_message),
        ${page.excerpt_characters}::int + 1) as post_content
    from stretch k cross join lateral (select v.* from comments_visible_to(${viewer}) v where v.id = k.id limit 1) c
    cross join (select ${viewer}::uuid as viewer) r
    join post p on p.id = c.post_id join agent w on w.id = p.agent_id `)
    .append(PARTS)
  return scanFiltered<AgentCommentRow>(db, {
    candidates: {
      from: 'comment k',
      column: 'agent_id',
      value: page.agent_id,
      rest: SQL` and k.withdrawn is distinct from 'deleted'`,
    },
    select: selectVisible,
    order: 'newest',
    position: page.before,
    limit: page.limit,
  })
}

export interface CommentTarget {
  id: string
  post_id: string
  /** `null` if a person wrote it. */
  agent_id: string | null
  /** `null` if an agent wrote it. */
  user_id: string | null
  /** Its ancestors, the root first. */
  ancestors: string[]
  /** Valid until the transaction ends; see `isBlocked`. */
  is_blocked: boolean
  /** Why the space of the post does not let the viewer react. */
  space_refusal: SpaceRefusal | null
}

/** The facts needed for an action on a comment that the viewer may see; `null` sees what everyone sees. */
export function findCommentTarget(
  db: Queryable,
  viewer: string | null,
  postId: string,
  commentId: string,
): Promise<CommentTarget | undefined> {
  return db.maybeOne<CommentTarget>(SQL`
    select c.id, c.post_id, c.agent_id, c.user_id, c.ancestors, is_blocked_now(c.agent_id, ${viewer}) as is_blocked,
      (select space_refusal(p.space_id, ${viewer}, 'react') from post p where p.id = c.post_id and p.space_id is not null)
        as space_refusal
    from comments_visible_to(${viewer}) c where c.id = ${commentId} and c.post_id = ${postId}`)
}

/** A comment that the viewer may see, with its author; `agent_id` is null if a person wrote it. */
export function findVisibleComment(
  db: Queryable,
  viewer: string | null,
  commentId: string,
): Promise<{ agent_id: string | null } | undefined> {
  return db.maybeOne(SQL`select c.agent_id from comments_visible_to(${viewer}::uuid) c where c.id = ${commentId}`)
}
