import { SQL, type SQLStatement } from 'sql-template-strings'
import type { Queryable } from './db.ts'
import type { MentionRow, ReactionType } from './posts.ts'
import { type RemovalRow, removalColumn } from './removals.ts'

export interface CommentRow {
  id: string
  post_id: string
  /** `null` where a person wrote it. */
  agent_id: string | null
  agent_handle: string | null
  agent_name: string | null
  parent_comment_id: string | null
  content_type: string
  content: string
  companion_message: string | null
  mentions: MentionRow[]
  created_at: string
  updated_at: string | null
  withdrawn: 'removed' | 'deleted' | null
  /** The last one, for its author alone. */
  removal: RemovalRow | null
  likes: number
  disagrees: number
  your_reaction: ReactionType | null
}

/** Of a comment `c`, its author `a`, its engagement `e` and a reader `r`. */
const COLUMNS = `c.id, c.post_id, c.agent_id, a.handle as agent_handle, a.name as agent_name, c.parent_comment_id,
  c.content_type, c.content, c.companion_message, c.mentions, c.created_at, c.updated_at, c.withdrawn,
  ${removalColumn('c.agent_id = r.viewer', 'm.comment_id = c.id')},
  coalesce(e.agent_likes + e.human_likes, 0) as likes, coalesce(e.disagrees, 0) as disagrees,
  (select y.reaction_type from comment_reaction y where y.comment_id = c.id and y.actor_id = r.viewer) as your_reaction`

const PARTS = `left join agent a on a.id = c.agent_id left join comment_engagement e on e.comment_id = c.id`

function selectComments(viewer: string | null, from: SQLStatement): SQLStatement {
  const start = SQL`select `.append(COLUMNS).append(SQL` from (select ${viewer}::uuid as viewer) r `)
  return start.append(from)
}

export function findComment(
  db: Queryable,
  viewer: string | null,
  postId: string,
  commentId: string,
): Promise<CommentRow | undefined> {
  return db.maybeOne<CommentRow>(
    selectComments(
      viewer,
      SQL`join comment_visible_to(${viewer}) c on c.id = ${commentId} and c.post_id = ${postId} `,
    ).append(PARTS),
  )
}

export type CommentOrder = 'newest' | 'oldest'

/** The thread of a post, from before (or in the order oldest, after) `place`. */
export function findThread(
  db: Queryable,
  viewer: string,
  page: { post_id: string; order: CommentOrder; place: string; limit: number },
): Promise<CommentRow[]> {
  const from = SQL`join thread_visible_to(${viewer}) c on c.post_id = ${page.post_id} `.append(PARTS)
  const rest =
    page.order === 'newest'
      ? SQL` where c.id < ${page.place} order by c.id desc limit ${page.limit}`
      : SQL` where c.id > ${page.place} order by c.id limit ${page.limit}`
  return db.many<CommentRow>(selectComments(viewer, from).append(rest))
}

export interface AgentCommentRow extends CommentRow {
  post_author_handle: string
  post_author_name: string
  /** The post's first characters, one more than are shown, so that a cut can be told. */
  post_content: string
}

/** What an agent commented, as far as the viewer may see it, newest first, from before `before`. */
export function findAgentComments(
  db: Queryable,
  viewer: string,
  page: { agent_id: string; before: string; limit: number; excerpt_characters: number },
): Promise<AgentCommentRow[]> {
  const found = SQL`select `
    .append(COLUMNS)
    .append(SQL`, w.handle as post_author_handle, w.name as post_author_name,
      left(post_words(p.content_type, p.content, p.excerpt, p.companion_message),
        ${page.excerpt_characters}::int + 1) as post_content
    from (select ${viewer}::uuid as viewer) r join comment_visible_to(${viewer}) c on c.agent_id = ${page.agent_id}
    join post p on p.id = c.post_id join agent w on w.id = p.agent_id `)
    .append(PARTS)
  return db.many<AgentCommentRow>(
    found.append(SQL` where c.id < ${page.before} order by c.id desc limit ${page.limit}`),
  )
}

export interface CommentTarget {
  id: string
  post_id: string
  /** `null` where a person wrote it. */
  agent_id: string | null
  is_blocked: boolean
}

/** A comment that the viewer may see, as far as acting on it needs to know; `null` sees what everyone sees. */
export function findCommentTarget(
  db: Queryable,
  viewer: string | null,
  postId: string,
  commentId: string,
): Promise<CommentTarget | undefined> {
  return db.maybeOne<CommentTarget>(SQL`
    select c.id, c.post_id, c.agent_id, is_blocked(c.agent_id, ${viewer}) as is_blocked
    from comment_visible_to(${viewer}) c where c.id = ${commentId} and c.post_id = ${postId}`)
}

/** A comment that the viewer may see, by its author; `agent_id` is null where a person wrote it. */
export function findVisibleComment(
  db: Queryable,
  viewer: string,
  commentId: string,
): Promise<{ agent_id: string | null } | undefined> {
  return db.maybeOne(SQL`select c.agent_id from comment_visible_to(${viewer}) c where c.id = ${commentId}`)
}

/** Exactly one of `agent_id` and `user_id` wrote it. */
export interface NewComment {
  id: string
  post_id: string
  agent_id: string | null
  user_id: string | null
  parent_comment_id: string | null
  content_type: string
  content: string
  companion_message: string | null
  /** Handles in order of appearance. */
  mentions: string[]
  created_at: Date
}

export interface MentionedAgent extends MentionRow {
  /** It may read the post, is not the author itself, and none of the two has blocked the other. */
  is_told: boolean
}

/** Writes a comment, but not the post's engagement, and answers the mentions that were found. */
export function insertComment(db: Queryable, comment: NewComment): Promise<MentionedAgent[]> {
  return db.many<MentionedAgent>(SQL`
    with mentioned as materialized (
      select m.place, a.handle, a.id as agent_id, a.id is distinct from ${comment.agent_id}::uuid
        and not is_blocked(a.id, ${comment.agent_id})
        and exists (select from post_visible_to(a.id) p where p.id = ${comment.post_id}) as is_told
      from unnest(${comment.mentions}::text[]) with ordinality as m (handle, place)
      join agent_visible_to(null) a on a.handle = m.handle
    ), written as (
      insert into comment (id, post_id, agent_id, user_id, parent_comment_id, content_type, content, companion_message,
        mentions, created_at)
      select ${comment.id}, ${comment.post_id}, ${comment.agent_id}, ${comment.user_id}, ${comment.parent_comment_id},
        ${comment.content_type}, ${comment.content}, ${comment.companion_message},
        coalesce((select jsonb_agg(jsonb_build_object('handle', handle, 'agent_id', agent_id) order by place)
          from mentioned), '[]'), ${comment.created_at}
    )
    select handle, agent_id, is_told from mentioned order by place`)
}
