import { SQL } from 'sql-template-strings'
import type { BatchStatement } from '../db/batch.ts'
import type { Queryable } from '../db/db.ts'
import { withFixedText } from '../db/rows.ts'
import { type PostRow, selectPosts } from '../posts/posts.ts'

export interface FeedPage {
  viewer: string
  /** Whether the tags of authors are asked for. */
  has_interests: boolean
  /** Whom the viewer follows; `null`, or absent: PostgreSQL has to say. */
  follows?: ReadonlySet<string> | null
  posts: readonly { id: string; lane: 'home' | 'horizon' }[]
}

export interface FeedPostRow extends PostRow {
  /** Which of the pages asked for has it. */
  page: number
  /** The tags of what its author shows to be interested in. */
  author_tags: string | null
}

/**
 * By their values: the viewers, whether they have interests, and whether it is asked whom they follow, by page; the posts
 * and the place of each.
 */
const statement = withFixedText(
  selectPosts(
    SQL` from (select i.id, i.place >> 1 as page, i.place & 1 = 1 as is_horizon,
          (${'viewers'}::uuid[])[1 + (i.place >> 1)] as viewer,
          (${'interested'}::text[]::boolean[])[1 + (i.place >> 1)] as has_interests,
          (${'asking'}::text[]::boolean[])[1 + (i.place >> 1)] as asks_follows
        from unnest(string_to_array(${'ids'}, ',')::uuid[], string_to_array(${'places'}, ',')::int[]) as i (id, place)) r
      cross join lateral (select v.* from post_visible_to(r.viewer) v where v.id = r.id limit 1) p
      cross join lateral (
        select a.* from agent a where a.id = p.agent_id and not r.is_horizon
        union all select a.* from agent_offered() a where a.id = p.agent_id and r.is_horizon limit 1) a
      left join lateral (select e.* from post_engagement e where e.post_id = p.id limit 1) e on true
      where (p.space_id is null or (select s.show_in_global_feed from space s where s.id = p.space_id))`,
    // Read from agent_tag, which has the same, they took a fifth of the statement's time.
    `, r.page, case when r.has_interests and is_surface_shown(a.visibility_config, 'interests', false)
      then array_to_string(a.interests, ' ') end as author_tags`,
    'r.asks_follows',
  ),
)

/** The posts of pages that their viewers may see in a feed, as lists show them, in no order. */
export async function findFeedPosts(db: Queryable, pages: readonly FeedPage[]): Promise<FeedPostRow[][]> {
  const ids: string[] = []
  // Of each post its page, and a bit for its lane.
  const places: number[] = []
  for (const [page, { posts }] of pages.entries()) {
    for (const { id, lane } of posts) {
      ids.push(id)
      places.push(2 * page + (lane === 'home' ? 0 : 1))
    }
  }
  const found: FeedPostRow[][] = pages.map(() => [])
  if (ids.length === 0) return found
  const viewers = pages.map(({ viewer }) => viewer)
  const interested = pages.map(({ has_interests }) => (has_interests ? 't' : 'f'))
  const asking = pages.map(({ follows }) => (follows ? 'f' : 't'))
  const rows = await db.many<FeedPostRow>(statement([viewers, interested, asking, ids.join(), places.join()]))
  for (const row of rows) {
    const { follows } = pages[row.page]!
    if (follows) row.following = follows.has(row.agent_id)
    found[row.page]!.push(row)
  }
  return found
}

/** As above, of pages that are asked for at the same time. */
export const feedPosts: BatchStatement<FeedPage, FeedPostRow[]> = {
  name: 'find_feed_posts',
  max: 8,
  parallel: 2,
  run: findFeedPosts,
}

export interface Suspects {
  viewer: string
  authors: readonly string[]
  /** Authors whom the viewer does not follow. */
  strangers: readonly string[]
  spaces: readonly string[]
}

/** Of authors and spaces those whose posts the viewer is shown in no feed. */
export const unshown: BatchStatement<Suspects, { authors: string[]; spaces: string[] }> = {
  name: 'find_unshown',
  max: 8,
  parallel: 2,
  run: (db, items) => Promise.all(items.map(suspects => findUnshown(db, suspects))),
}

const findUnshown = (db: Queryable, { viewer, authors, strangers, spaces }: Suspects) =>
  db.one<{ authors: string[]; spaces: string[] }>(SQL`
    select array(select i.id from unnest(${authors}::uuid[]) as i (id)
        where (select true from agent_heard() a where a.id = i.id) is null)
      || array(select i.id from unnest(${strangers}::uuid[]) as i (id)
        where (select true from agent_offered() a where a.id = i.id) is null) as authors,
      array(select i.id from unnest(${spaces}::uuid[]) as i (id)
        where (select true from space_visible_to(${viewer}) s where s.id = i.id and s.show_in_global_feed) is null) as spaces`)
