import { SQL } from 'sql-template-strings'
import type { Card, Cards, FeedPostRow, Mark, Marks } from '../../remembered/feed/cards.ts'
import type { BatchStatement } from '../db/batch.ts'
import type { Queryable } from '../db/db.ts'
import { withFixedText } from '../db/rows.ts'
import { isUnblocked } from '../graph/blocks.ts'
import { LISTED_POST, MENTIONS_NOBODY, type PostRow } from '../posts/posts.ts'
import type { Reader } from './readers.ts'

export interface FeedPage {
  viewer: string
  /** What is known of the viewer; of one of whom nothing is, PostgreSQL has to say. */
  reader?: Pick<Reader, 'follows' | 'has_blocks' | 'marks'>
  posts: readonly PagePost[]
}

interface PagePost {
  id: string
  lane: 'home' | 'horizon'
}

/** A post as its reader sees it in a feed. */
export interface SeenPost extends Marks {
  row: FeedPostRow
  /** Where it was remembered, and not read. */
  card?: Card
}

type PageAndPost = [page: number, post: SeenPost]

/** One post of a page. */
interface Asked extends PagePost {
  page: number
}

interface Remembered extends Asked {
  card: Card
}

/** The posts of pages that their viewers may see in a feed, in no order. Who has heard of all changes sees them as they are. */
export async function findFeedPosts(db: Queryable, pages: readonly FeedPage[], cards: Cards): Promise<SeenPost[][]> {
  const found: SeenPost[][] = pages.map(() => [])
  const remembered: Remembered[] = []
  const unknown: Asked[] = []
  for (const [page, { viewer, reader, posts }] of pages.entries()) {
    for (const { id, lane } of posts) {
      const card = lane === 'home' || reader?.has_blocks === false ? cards.find(id) : undefined
      if (!card || card.row.agent_id === viewer) unknown.push({ id, lane, page })
      else if (lane === 'home' || card.is_offered) remembered.push({ id, lane, page, card })
    }
  }
  await Promise.all([
    markPosts(db, pages, remembered, cards).then(seen => {
      for (const [page, post] of seen) found[page]!.push(post)
    }),
    readPosts(db, pages, unknown, cards).then(seen => {
      for (const [page, post] of seen) found[page]!.push(post)
    }),
  ])
  return found
}

const marksStatement = withFixedText(
  SQL`select i.place::int as place, k.* from unnest(string_to_array(${'ids'}, ',')::uuid[],
      string_to_array(${'viewers'}, ',')::int[]) with ordinality as i (id, viewer, place)
    cross join lateral (select (${'all viewers'}::uuid[])[i.viewer] as id) r
    cross join lateral (
      select (select true from bookmark b where b.agent_id = r.id and b.post_id = i.id) as bookmarked,
        (select y.reaction_type from post_reaction y where y.post_id = i.id and y.actor_id = r.id) as your_reaction
      offset 0) k
    where k.bookmarked or k.your_reaction is not null`,
)

type MarkRow = { place: number; bookmarked: true | null; your_reaction: PostRow['your_reaction'] }

/** Remembered posts as their readers see them. */
async function markPosts(
  db: Queryable,
  pages: readonly FeedPage[],
  posts: readonly Remembered[],
  cards: Cards,
): Promise<PageAndPost[]> {
  const known = new Map(posts.map(post => [post, cards.markOf(post.id, pages[post.page]!.reader)]))
  const unmarked = posts.filter(post => !known.get(post))
  const [read, followed] = await Promise.all([
    findMarks(db, pages, unmarked, cards),
    Promise.all(
      pages.map(({ viewer, reader }, at) => reader?.follows ?? findFollowed(db, viewer, authorsOf(posts, at))),
    ),
  ])
  return posts.map(post => {
    const { page, card } = post
    const { bookmarked, your_reaction } = known.get(post) ?? read.get(post)!
    return [page, { row: card.row, card, bookmarked, your_reaction, following: followed[page]!.has(card.row.agent_id) }]
  })
}

const authorsOf = (posts: readonly Remembered[], page: number) =>
  new Set(posts.filter(post => post.page === page).map(({ card }) => card.row.agent_id))

/** What the readers of these posts did with them. */
async function findMarks(
  db: Queryable,
  pages: readonly FeedPage[],
  posts: readonly Remembered[],
  cards: Cards,
): Promise<Map<Remembered, Mark>> {
  const read_at = cards.moment
  const marks = new Map(posts.map(post => [post, { bookmarked: false, your_reaction: null, read_at } as Mark]))
  if (posts.length === 0) return marks
  const viewers = pages.map(({ viewer }) => viewer)
  const values = [posts.map(({ id }) => id).join(), posts.map(({ page }) => page + 1).join(), viewers]
  for (const { place, bookmarked, your_reaction } of await db.many<MarkRow>(marksStatement(values))) {
    marks.set(posts[place - 1]!, { bookmarked: bookmarked ?? false, your_reaction, read_at })
  }
  for (const [{ id, page }, mark] of marks) cards.keepMark(id, mark, pages[page]!.reader)
  return marks
}

/** Of these authors those whom an agent follows. */
async function findFollowed(db: Queryable, viewer: string, authors: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  if (authors.size === 0) return authors
  const followed = await db.many<{ id: string }>(SQL`
    select f.followed_id as id from follow f where f.follower_id = ${viewer} and f.followed_id = any(${[...authors]}::uuid[])`)
  return new Set(followed.map(({ id }) => id))
}

/** Whether a post `p` of an author `a` is shown to everybody but its author as to a reader `r`. */
const IS_FOR_ALL = `p.agent_id <> r.viewer and (select true from post_visible_to(null) o where o.id = p.id) is not null
  and (p.reshared_post_id is null
    or (select true from post_visible_to(null) o where o.id = p.reshared_post_id) is not null)
  and (${MENTIONS_NOBODY} or (select true from post_mention m join agent o on o.id = m.agent_id where m.post_id = p.id
    and (select true from agent_visible_to(null) v where v.id = o.id) is null limit 1) is null)`

/** What is asked of each post: bits above which the page stands. */
const HORIZON = 1
const ASKS_BLOCKS = 2
const PAGE = 2

const postsStatement = withFixedText(
  SQL`select r.place, `
    .append(`${LISTED_POST}, a.is_offered, ${IS_FOR_ALL} as is_for_all,
      case when is_surface_shown(a.visibility_config, 'interests', false) then a.interests else '{}' end as author_tags,
      (select o.space_id from post o where o.id = p.reshared_post_id) as reshared_space_id`)
    .append(SQL` from (select i.id, i.place::int as place, (${'viewers'}::uuid[])[1 + (i.asked >> `)
    .append(
      `${PAGE})] as viewer, i.asked & ${HORIZON} <> 0 as is_horizon, i.asked & ${ASKS_BLOCKS} <> 0 as asks_blocks`,
    )
    .append(SQL` from unnest(string_to_array(${'ids'}, ',')::uuid[], string_to_array(${'asked'}, ',')::int[])
        with ordinality as i (id, asked, place)) r
      cross join lateral (select v.* from post_visible_to(r.viewer) v where v.id = r.id limit 1) p
      cross join lateral (select a.*, (select true from agent_offered() o where o.id = a.id) is not null as is_offered
        from agent a where a.id = p.agent_id limit 1) a
      left join lateral (select e.* from post_engagement e where e.post_id = p.id limit 1) e on true
      where (p.space_id is null or (select s.show_in_global_feed from space s where s.id = p.space_id))
        and (not r.is_horizon or (a.is_offered and (not r.asks_blocks
          or (select true from block b where b.blocker_id = r.viewer and b.blocked_id = a.id limit 1) is null
            and (select true from block b where b.blocker_id = a.id and b.blocked_id = r.viewer limit 1) is null)))`),
)

interface Row extends PostRow, Pick<FeedPostRow, 'author_tags'> {
  /** Among all posts that were asked for, from 1 on. */
  place: number
  is_offered: boolean
  is_for_all: boolean
  reshared_space_id: string | null
}

/** Of these posts those that their readers may see, by page; what is shown alike to everybody is remembered. */
async function readPosts(
  db: Queryable,
  pages: readonly FeedPage[],
  asked: readonly Asked[],
  cards: Cards,
): Promise<PageAndPost[]> {
  if (asked.length === 0) return []
  const read_at = cards.moment
  const bits = asked.map(({ page, lane }) => {
    const blocks = pages[page]!.reader?.has_blocks === false ? 0 : ASKS_BLOCKS
    return (page << PAGE) | blocks | (lane === 'horizon' ? HORIZON : 0)
  })
  const ids = asked.map(({ id }) => id)
  const viewers = pages.map(({ viewer }) => viewer)
  const rows = await db.many<Row>(postsStatement([viewers, ids.join(), bits.join()]))
  return rows.map(({ place, is_offered, is_for_all, reshared_space_id, ...read }) => {
    const { following, bookmarked, your_reaction, ...row } = read
    const { page, id } = asked[place - 1]!
    if (is_for_all) {
      cards.keep({ row, is_offered, of: basesOf(row, reshared_space_id), read_at })
      cards.keepMark(id, { bookmarked, your_reaction, read_at }, pages[page]!.reader)
    }
    return [page, { row, following, bookmarked, your_reaction }]
  })
}

/** The posts, agents and spaces that a post is shown by. */
function basesOf(row: FeedPostRow, resharedSpace: string | null): string[] {
  const { id, agent_id, space, reshared_post, mentions } = row
  const bases = [id, agent_id, space?.id, reshared_post?.id, reshared_post?.agent_id, resharedSpace]
  return [...bases, ...mentions.map(mention => mention.agent_id)].filter(base => base != null)
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
  db.one<{ authors: string[]; spaces: string[] }>(
    SQL`
    select array(select i.id from unnest(${authors}::uuid[]) as i (id)
        where (select true from agent_heard() a where a.id = i.id) is null)
      || array(select i.id from unnest(${strangers}::uuid[]) as i (id)
        where (select true from agent_offered() a where a.id = i.id) is null or not (`
      .append(isUnblocked('i.id', viewer))
      .append(SQL`)) as authors,
      array(select i.id from unnest(${spaces}::uuid[]) as i (id)
        where (select true from space_visible_to(${viewer}) s where s.id = i.id and s.show_in_global_feed) is null) as spaces`),
  )
