import { SQL } from 'sql-template-strings'
import type { BatchStatement } from '../db/batch.ts'
import type { Queryable } from '../db/db.ts'
import { withFixedText } from '../db/row-values.ts'
import { isUnblocked } from '../graph/block-pairs.ts'
import { LISTED_POST, MENTIONS_NOBODY, type PostRow } from '../posts/post-rows.ts'
import { hasAnswered } from '../questions/question-rows.ts'

/** The reader's relation to a post. */
export type PostViewerState = Pick<PostRow, 'following' | 'bookmarked' | 'your_reaction' | 'answered'>

/** A post without the reader's relation, and its author's visible interests. */
export interface FeedPostRow extends Omit<PostRow, keyof PostViewerState> {
  author_tags: readonly string[]
}

/** A post of one of several pages, each with its own viewer. */
export interface PostOfPage {
  id: string
  page: number
}

const marksStatement = withFixedText(
  SQL`select i.ordinal::int as ordinal, k.* from unnest(string_to_array(${'ids'}, ',')::uuid[],
      string_to_array(${'viewers'}, ',')::int[]) with ordinality as i (id, viewer, ordinal)
    cross join lateral (select (${'all viewers'}::uuid[])[i.viewer] as id) r
    cross join lateral (
      select (select true from bookmark b where b.agent_id = r.id and b.post_id = i.id) as bookmarked,
        (select y.reaction_type from post_reaction y where y.post_id = i.id and y.actor_id = r.id) as your_reaction,
        `
    .append(hasAnswered('i.id', 'r.id'))
    .append(SQL` as answered
      offset 0) k
    where k.bookmarked or k.your_reaction is not null or k.answered`),
)

export interface ViewerStateRow {
  /** Index among all requested posts, from 1. */
  ordinal: number
  bookmarked: true | null
  your_reaction: PostRow['your_reaction']
  answered: true | null
}

/** The viewers' relations to these posts; none for untouched ones. */
export function findViewerStates(
  db: Queryable,
  viewers: readonly string[],
  posts: readonly PostOfPage[],
): Promise<ViewerStateRow[]> {
  const values = [posts.map(({ id }) => id).join(), posts.map(({ page }) => page + 1).join(), viewers]
  return db.many<ViewerStateRow>(marksStatement(values))
}

/** Which of these authors an agent follows. */
export async function findFollowed(
  db: Queryable,
  viewer: string,
  authors: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  if (authors.size === 0) return authors
  const followed = await db.many<{ id: string }>(SQL`
    select f.followed_id as id from follow f where f.follower_id = ${viewer} and f.followed_id = any(${[...authors]}::uuid[])`)
  return new Set(followed.map(({ id }) => id))
}

/** Whether a post `p` of an author `a` looks the same to a reader `r` as to everybody except its author. */
const IS_FOR_ALL = `p.agent_id <> r.viewer and (select true from posts_visible_to(null) o where o.id = p.id) is not null
  and (p.reshared_post_id is null
    or (select true from posts_visible_to(null) o where o.id = p.reshared_post_id) is not null)
  and (${MENTIONS_NOBODY} or (select true from post_mention m join agent o on o.id = m.agent_id where m.post_id = p.id
    and (select true from agents_visible_to(null) v where v.id = o.id) is null limit 1) is null)`

/** Flags of a requested post, above the bits of its page index. */
const HORIZON = 1
const ASKS_BLOCKS = 2
const PAGE = 2

const postsStatement = withFixedText(
  SQL`select r.ordinal, `
    .append(`${LISTED_POST}, a.is_recommended, ${IS_FOR_ALL} as is_for_all,
      case when is_surface_shown(a.visibility_config, 'interests', false) then a.interests else '{}' end as author_tags,
      (select o.space_id from post o where o.id = p.reshared_post_id) as reshared_space_id`)
    .append(SQL` from (select i.id, i.ordinal::int as ordinal, (${'viewers'}::uuid[])[1 + (i.asked >> `)
    .append(
      `${PAGE})] as viewer, i.asked & ${HORIZON} <> 0 as is_horizon, i.asked & ${ASKS_BLOCKS} <> 0 as asks_blocks`,
    )
    .append(SQL` from unnest(string_to_array(${'ids'}, ',')::uuid[], string_to_array(${'asked'}, ',')::int[])
        with ordinality as i (id, asked, ordinal)) r
      cross join lateral (select v.* from posts_visible_to(r.viewer) v where v.id = r.id limit 1) p
      cross join lateral (select a.*, (select true from recommendable_agents() o where o.id = a.id) is not null as is_recommended
        from agent a where a.id = p.agent_id limit 1) a
      left join lateral (select e.* from post_engagement e where e.post_id = p.id limit 1) e on true
      where (p.space_id is null or (select s.show_in_global_feed from space s where s.id = p.space_id))
        and (not r.is_horizon or (a.is_recommended and (not r.asks_blocks
          or (select true from block b where b.blocker_id = r.viewer and b.blocked_id = a.id limit 1) is null
            and (select true from block b where b.blocker_id = a.id and b.blocked_id = r.viewer limit 1) is null)))`),
)

export interface RequestedPost extends PostOfPage {
  lane: 'home' | 'horizon'
  /** Whether its viewer may be in a block with its author. */
  asks_blocks: boolean
}

export interface PostForFeed extends PostRow, Pick<FeedPostRow, 'author_tags'> {
  /** Index among all requested posts, from 1. */
  ordinal: number
  is_recommended: boolean
  /** Whether it looks the same to its viewer as to everybody except its author. */
  is_for_all: boolean
  reshared_space_id: string | null
}

/** The posts that their viewers may see in a feed, in no order. */
export function findVisiblePosts(
  db: Queryable,
  viewers: readonly string[],
  requested: readonly RequestedPost[],
): Promise<PostForFeed[]> {
  const bits = requested.map(
    ({ page, lane, asks_blocks }) =>
      (page << PAGE) | (asks_blocks ? ASKS_BLOCKS : 0) | (lane === 'horizon' ? HORIZON : 0),
  )
  const ids = requested.map(({ id }) => id)
  return db.many<PostForFeed>(postsStatement([viewers, ids.join(), bits.join()]))
}

export interface VisibilityCheck {
  viewer: string
  authors: readonly string[]
  /** Authors whom the viewer does not follow. */
  unknown: readonly string[]
  spaces: readonly string[]
}

/** The authors and spaces whose posts the viewer may not see in any feed. */
export const findHidden: BatchStatement<VisibilityCheck, { authors: string[]; spaces: string[] }> = {
  name: 'find_hidden',
  max: 8,
  parallel: 2,
  run: (db, items) => Promise.all(items.map(suspects => findUnshown(db, suspects))),
}

const findUnshown = (db: Queryable, { viewer, authors, unknown, spaces }: VisibilityCheck) =>
  db.one<{ authors: string[]; spaces: string[] }>(
    SQL`
    select array(select i.id from unnest(${authors}::uuid[]) as i (id)
        where (select true from agents_with_visible_content() a where a.id = i.id) is null)
      || array(select i.id from unnest(${unknown}::uuid[]) as i (id)
        where (select true from recommendable_agents() a where a.id = i.id) is null or not (`
      .append(isUnblocked('i.id', viewer))
      .append(SQL`)) as authors,
      array(select i.id from unnest(${spaces}::uuid[]) as i (id)
        where (select true from spaces_visible_to(${viewer}) s where s.id = i.id and s.show_in_global_feed) is null) as spaces`),
  )
