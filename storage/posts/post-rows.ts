import { SQL, type SQLStatement } from 'sql-template-strings'
import { pictureDigest } from '../agents/agent-pictures.ts'
import type { BatchStatement } from '../db/batch.ts'
import type { Queryable } from '../db/db.ts'
import { rfc3339 } from '../db/rfc3339.ts'
import { withFixedText } from '../db/row-values.ts'
import type { StoredWrite } from '../idempotency/idempotency-rows.ts'
import { type RemovalRow, removalColumn } from '../moderation/removals.ts'
import {
  hasAnswered,
  type ListedQuestion,
  listedQuestionOf,
  questionOf,
  type ShownQuestion,
} from '../questions/question-rows.ts'
import type { SpaceRefusal } from '../spaces/space-rows.ts'
import { type ScanResult, scanFiltered } from '../visibility/filtered-keyset-scan.ts'

export interface MentionRow {
  handle: string
  agent_id: string
}

export interface PostRow extends PostState {
  id: string
  agent_id: string
  agent_handle: string
  permalink_code: string
  content_type: string
  content: string
  companion_message: string | null
  content_category: 'human_consumable' | 'agent_native'
  source: 'agent' | 'runtime'
  hashtags: string[]
  created_at: string
  /** Where it was first published; null or absent: here. */
  origin?: PostOriginRow | null
}

export interface PostOriginRow {
  server_url: string
  post_id: string
  first_published_at: string
}

export interface SpaceOfPost {
  id: string
  handle: string
  name: string
}

/** Data of a post that is not in its input, or has changed since. */
export interface PostState {
  agent_name: string
  /** Absent in lists: read only for single posts. */
  agent_profile_picture_svg: string | null
  /** Also `null` for a private author. */
  picture_sha256: string | null
  language: string | null
  mentions: MentionRow[]
  updated_at: string | null
  withdrawn: 'removed' | 'deleted' | null
  /** The last removal, only for the author. */
  removal: RemovalRow | null
  agent_likes: number
  human_likes: number
  disagrees: number
  comments: number
  reshares: number
  /** Whether the viewer follows the author. */
  following: boolean
  bookmarked: boolean
  your_reaction: ReactionType | null
  /** Its space, if the viewer may know it. */
  space: SpaceOfPost | null
  reshared_post_id: string | null
  /** The post that this one reshares, if the viewer may see it. */
  reshared_post: ResharedRow | null
  /** Absent in lists: read only for single posts. */
  question?: ShownQuestion | null
  /** Read only for lists. */
  listed_question?: ListedQuestion | null
  /** Whether the viewer has answered it; read only for lists. */
  answered?: true | null | undefined
}

export type ReactionType = 'like' | 'disagree'

/** `content` has one character more than is shown, to detect truncation. */
export interface ResharedRow {
  id: string
  agent_id: string
  agent_handle: string
  agent_name: string
  content_type: string
  content: string
  created_at: string
  permalink_code: string
}

/** RESHARE-23 */
export const STUB_CHARACTERS = 500

/** Content in lists is truncated to 2,000 characters (POST-73). */
export const LISTED_CHARACTERS = 2_000

/** The members of a `SpaceOfPost`, of a space `s`. */
export const SPACE_OF_POST = `jsonb_build_object('id', s.id, 'handle', s.handle, 'name', s.name)`

/**
 * Engagement and state of a post `p`, of an author `a`, with its engagement `e`, for a reader `r`. Uses scalar
 * subqueries, since with `exists` the planner may hash everything that the reader follows.
 */
const STANDING = `${pictureDigest('a')} as picture_sha256, p.updated_at,
  p.withdrawn, ${removalColumn('p.agent_id = r.viewer', 'm.post_id = p.id and m.comment_id is null')},
  coalesce(e.agent_likes, 0) as agent_likes, coalesce(e.human_likes, 0) as human_likes,
  coalesce(e.disagrees, 0) as disagrees, coalesce(e.comments, 0) as comments, coalesce(e.reshares, 0) as reshares,
  (select true from follow y where y.follower_id = r.viewer and y.followed_id = p.agent_id) is not null as following,
  (select true from bookmark b where b.agent_id = r.viewer and b.post_id = p.id) is not null as bookmarked,
  (select y.reaction_type from post_reaction y where y.post_id = p.id and y.actor_id = r.viewer) as your_reaction,
  case when p.space_id is not null then (
    select ${SPACE_OF_POST} from spaces_visible_to(r.viewer) s where s.id = p.space_id) end as space,
  case when p.reshared_post_id is not null then (
    select jsonb_build_object('id', o.id, 'agent_id', o.agent_id, 'agent_handle', w.handle, 'agent_name', w.name,
      'content_type', o.content_type, 'content', left(o.content, ${STUB_CHARACTERS + 1}),
      'created_at', ${rfc3339('o.created_at')}, 'permalink_code', o.permalink_code)
    from posts_visible_to(r.viewer) o join agent w on w.id = o.agent_id where o.id = p.reshared_post_id
  ) end as reshared_post`

/** `PostState` without mentions and picture. */
const STATE = `a.name as agent_name, p.language, p.reshared_post_id, ${STANDING}`

/** Only a text with an @ of either width has mentions; in JSON, SVG and Markdown it may be escaped. */
export const MENTIONS_NOBODY = `(p.content_type like 'text/%' and strpos(p.content, '@') = 0
  and strpos(p.content, '＠') = 0 and (p.content_type = 'text/plain' or strpos(p.content, '&') = 0))`

/** The agents that a post `p` mentions, as far as a reader `r` may know them. */
const MENTIONED = `coalesce((select jsonb_agg(jsonb_build_object('handle', v.handle, 'agent_id', v.id) order by m.position)
    from post_mention m join agents_visible_to(r.viewer) v on v.id = m.agent_id where m.post_id = p.id), '[]')`

const COLUMNS = `p.id, p.agent_id, a.handle as agent_handle, p.permalink_code, p.content_type, p.companion_message,
  p.content_category, p.source, p.hashtags, p.created_at,
  case when ${MENTIONS_NOBODY} then '[]' else ${MENTIONED} end as mentions, ${STATE},
  case when p.is_imported then (select jsonb_build_object('server_url', i.server_url, 'post_id', i.origin_post_id,
    'first_published_at', ${rfc3339('i.first_published_at')}) from imported_post i where i.post_id = p.id) end as origin`

const PICTURE = `a.profile_picture_svg as agent_profile_picture_svg`

const WHOLE = `p.content, ${PICTURE}, ${questionOf('p.id', 'r.viewer')} as question`

/** The content of a post `p`, with one character more than is shown, to detect truncation. */
const LISTED_CONTENT = `left(p.content, ${LISTED_CHARACTERS + 1})`

/** A post `p` as in lists, of an author `a`, with its engagement `e` and a reader `r`. */
export const LISTED_POST = `${COLUMNS}, ${LISTED_CONTENT} as content, null as agent_profile_picture_svg,
  ${listedQuestionOf('p.id')} as listed_question, ${hasAnswered('p.id', 'r.viewer')} as answered`

export const selectPosts = (from: SQLStatement) => SQL`select `.append(LISTED_POST).append(from)

/** The posts of a `stretch` that the viewer may see. */
export const scannedPosts = (viewer: string): SQLStatement =>
  selectPosts(SQL` from stretch k cross join (select ${viewer}::uuid as viewer) r
    cross join lateral (select v.* from posts_visible_to(${viewer}) v where v.id = k.id limit 1) p
    join agent a on a.id = p.agent_id left join post_engagement e on e.post_id = p.id`)

export interface PostRequest {
  viewer: string
  post_id: string
}

const wholePosts = withFixedText(
  SQL`select r.ordinal, `
    .append(`${COLUMNS}, ${WHOLE}`)
    .append(SQL` from unnest(${'viewers'}::uuid[], ${'posts'}::uuid[]) with ordinality as r (viewer, post_id, ordinal)
      cross join lateral (select v.* from posts_visible_to(r.viewer) v where v.id = r.post_id limit 1) p
      join agent a on a.id = p.agent_id left join post_engagement e on e.post_id = p.id`),
)

/** Posts that their viewers may see. */
export const findPosts: BatchStatement<PostRequest, PostRow | undefined> = {
  name: 'find_posts',
  // Small batches: the server processes one while PostgreSQL reads the next.
  max: 16,
  parallel: 3,
  async run(db, requests) {
    const [viewers, posts] = [requests.map(({ viewer }) => viewer), requests.map(({ post_id }) => post_id)]
    const rows = await db.many<PostRow & { ordinal: number }>(wholePosts([viewers, posts]))
    const byPosition = new Map(rows.map(({ ordinal: position, ...row }) => [position, row]))
    return requests.map((_, index) => byPosition.get(index + 1))
  },
}

/** The column `mentions` for a new post or comment of a reader `r`: the mentioned agents that still exist. */
export const mentionsOf = (ids: readonly string[]): SQLStatement => SQL`
  coalesce((select jsonb_agg(jsonb_build_object('handle', v.handle, 'agent_id', v.id) order by m.ordinal)
    from unnest(${ids}::uuid[]) with ordinality as m (id, ordinal) join agents_visible_to(r.viewer) v on v.id = m.id),
    '[]') as mentions`

/** The agent's own post in its current state, even if deleted. */
export function findOwnPostState(db: Queryable, agentId: string, { id, mentions }: StoredWrite): Promise<PostState> {
  return db.one<PostState>(
    SQL`select `
      .append(`${STATE}, ${PICTURE}, ${questionOf('p.id', 'r.viewer')} as question, `)
      .append(mentionsOf(mentions))
      .append(SQL` from (select ${agentId}::uuid as viewer) r join agent a on a.id = r.viewer
        left join post p on p.id = ${id} and p.agent_id = r.viewer left join post_engagement e on e.post_id = p.id`),
  )
}

export interface PostTarget {
  id: string
  agent_id: string
  author_handle: string
  permalink_code: string
  /** The post that it reshares. */
  reshared_post_id: string | null
  /** Why its space does not allow the viewer's action. */
  space_refusal: SpaceRefusal | null
}

/** Permissions that a space may deny to members. */
export type SpaceAction = 'comment' | 'react'

const targetOf = (viewer: string | null, action: SpaceAction) =>
  SQL`p.id, p.agent_id, a.handle as author_handle, p.permalink_code, p.reshared_post_id,
    case when p.space_id is not null then space_refusal(p.space_id, ${viewer}, ${action}) end as space_refusal`

/** The facts needed for an action on a post that the viewer may see; `null` sees what everyone sees. */
export function findPostTarget(
  db: Queryable,
  viewer: string | null,
  postId: string,
  action: SpaceAction = 'react',
): Promise<PostTarget | undefined> {
  return db.maybeOne<PostTarget>(
    SQL`select `
      .append(targetOf(viewer, action))
      .append(SQL` from posts_visible_to(${viewer}) p join agent a on a.id = p.agent_id where p.id = ${postId}`),
  )
}

export interface InteractivePost extends PostTarget {
  /** Nobody can change it until the transaction ends; see `isBlocked`. */
  is_blocked: boolean
}

/** Like `findPostTarget`, for actions that a block prevents. */
export function findInteractivePost(
  db: Queryable,
  viewer: string,
  postId: string,
  action: SpaceAction,
): Promise<InteractivePost | undefined> {
  return db.maybeOne<InteractivePost>(
    SQL`select `.append(targetOf(viewer, action)).append(SQL`, is_blocked_now(p.agent_id, ${viewer}) as is_blocked
      from posts_visible_to(${viewer}) p join agent a on a.id = p.agent_id where p.id = ${postId}`),
  )
}

/**
 * Whether it is in a private space: reactions there return a specific error to members and others (REACT-18, REACT-42).
 */
export async function isInPrivateSpace(db: Queryable, postId: string): Promise<boolean> {
  return (await db.maybeOne(SQL`select 1 from post_of_private_space() p where p.id = ${postId}`)) !== undefined
}

/** The id of a public post. */
export function findPublicPostByPermalink(db: Queryable, code: string): Promise<{ id: string } | undefined> {
  return db.maybeOne<{ id: string }>(SQL`select p.id from posts_visible_to(null) p where p.permalink_code = ${code}`)
}

/** Whoever may see the post. */
export async function findPostIdByPermalink(db: Queryable, code: string): Promise<string | undefined> {
  return (await db.maybeOne<{ id: string }>(SQL`select id from post where permalink_code = ${code}`))?.id
}

/** Posts by id, as in lists, in that order, without those that the viewer may not see. */
export async function findPostsById(db: Queryable, viewer: string, ids: readonly string[]): Promise<PostRow[]> {
  if (ids.length === 0) return []
  return await db.many<PostRow>(
    selectPosts(SQL` from unnest(${ids}::uuid[]) with ordinality as i (id, ordinal)
      cross join (select ${viewer}::uuid as viewer) r
      join posts_visible_to(${viewer}) p on p.id = i.id join agent a on a.id = p.agent_id
      left join post_engagement e on e.post_id = p.id order by i.ordinal`),
  )
}

/** The viewer's own posts, newest first, older than `before`. */
export function findOwnPosts(db: Queryable, viewer: string, before: string, limit: number): Promise<PostRow[]> {
  return db.many<PostRow>(
    selectPosts(SQL` from posts_visible_to(${viewer}) p join agent a on a.id = p.agent_id
      left join post_engagement e on e.post_id = p.id cross join (select ${viewer}::uuid as viewer) r
      where p.agent_id = ${viewer} and p.withdrawn is distinct from 'deleted' and p.id < ${before}
      order by p.id desc limit ${limit}`),
  )
}

/** An agent's posts, and its reshares if it shows them, that the viewer may see, newest first, older than `before`. */
export function findAgentPosts(
  db: Queryable,
  viewer: string,
  page: { agent_id: string; before: string; limit: number },
): Promise<ScanResult<PostRow>> {
  const rest = SQL` and k.withdrawn is distinct from 'deleted' and (k.reshared_post_id is null or (
    select is_surface_shown(a.visibility_config, 'reshares', a.id = ${viewer}) from agent a where a.id = ${page.agent_id}))`
  return scanFiltered<PostRow>(db, {
    candidates: { from: 'post k', column: 'agent_id', value: page.agent_id, rest },
    select: scannedPosts(viewer),
    order: 'newest',
    position: page.before,
    limit: page.limit,
  })
}
