import { SQL } from 'sql-template-strings'
import type { BatchStatement } from '../db/batch.ts'
import type { Queryable } from '../db/db.ts'
import { withFixedText } from '../db/rows.ts'
import { isUnblocked } from '../graph/blocks.ts'
import { MENTIONED, MENTIONS_NOBODY, type PostRow, standingOf } from '../posts/posts.ts'
import { AUTHOR, type AuthorCard, type Cards, type PostWords, WORDS } from './cards.ts'

export interface FeedPage {
  viewer: string
  /** Whom the viewer follows; `null`, or absent: PostgreSQL has to say. */
  follows?: ReadonlySet<string> | null
  /** `false`: the viewer is in no block. */
  has_blocks?: boolean
  posts: readonly { id: string; lane: 'home' | 'horizon' }[]
}

export interface FeedPostRow extends PostRow, Pick<AuthorCard, 'author_tags'> {}

/** What is asked of each post: bits above which the page stands. */
const HORIZON = 1
const KNOWS_WORDS = 2
const MENTIONS = 4
const ASKS_FOLLOWS = 8
const ASKS_BLOCKS = 16
const PAGE = 5

/** By its values: the viewers by page; the posts, what is asked of each, and which revision of its author is known. */
const statement = withFixedText(
  SQL`select r.place, case when not r.knows_words then `
    .append(`${WORDS} end as words, case when a.revision <> r.revision then ${AUTHOR} end as author,
      case when r.mentions and not ${MENTIONS_NOBODY} then ${MENTIONED} end as mentions, ${standingOf('r.asks_follows')}`)
    .append(SQL` from (select i.id, i.revision, i.place::int as place, (${'viewers'}::uuid[])[1 + (i.asked >> `)
    .append(`${PAGE})] as viewer, i.asked & ${HORIZON} <> 0 as is_horizon, i.asked & ${KNOWS_WORDS} <> 0 as knows_words,
          i.asked & ${MENTIONS} <> 0 as mentions, i.asked & ${ASKS_FOLLOWS} <> 0 as asks_follows,
          i.asked & ${ASKS_BLOCKS} <> 0 as asks_blocks`)
    .append(SQL` from unnest(string_to_array(${'ids'}, ',')::uuid[], string_to_array(${'asked'}, ',')::int[],
          string_to_array(${'revisions'}, ',')::int[]) with ordinality as i (id, asked, revision, place)) r
      cross join lateral (select v.* from post_visible_to(r.viewer) v where v.id = r.id limit 1) p
      cross join lateral (
        select a.* from agent a where a.id = p.agent_id and not r.is_horizon
        union all select a.* from agent_offered() a where a.id = p.agent_id and r.is_horizon
          and (not r.asks_blocks
            or (select true from block b where b.blocker_id = r.viewer and b.blocked_id = a.id limit 1) is null
              and (select true from block b where b.blocker_id = a.id and b.blocked_id = r.viewer limit 1) is null)
        limit 1) a
      left join lateral (select e.* from post_engagement e where e.post_id = p.id limit 1) e on true
      where (p.space_id is null or (select s.show_in_global_feed from space s where s.id = p.space_id))`),
)

type Standing = Pick<
  PostRow,
  | 'picture_sha256'
  | 'updated_at'
  | 'withdrawn'
  | 'removal'
  | 'agent_likes'
  | 'human_likes'
  | 'disagrees'
  | 'comments'
  | 'reshares'
  | 'following'
  | 'bookmarked'
  | 'your_reaction'
  | 'space'
  | 'reshared_post'
>

interface Row extends Standing {
  /** Among all posts that were asked for, from 1 on. */
  place: number
  /** `null` where they are known. */
  words: PostWords | null
  author: AuthorCard | null
  mentions: PostRow['mentions'] | null
}

/** One post of a page, and what was known of it when it was asked for. */
interface Asked {
  id: string
  page: number
  words: PostWords | undefined
  author: AuthorCard | undefined
}

/** The posts of pages that their viewers may see in a feed, as lists show them, in no order. */
export async function findFeedPosts(db: Queryable, pages: readonly FeedPage[], cards: Cards): Promise<FeedPostRow[][]> {
  const found: FeedPostRow[][] = pages.map(() => [])
  const { asked, bits } = askOf(pages, cards)
  if (asked.length === 0) return found
  const ids = asked.map(({ id }) => id)
  const revisions = asked.map(({ author }) => author?.revision ?? UNKNOWN)
  const viewers = pages.map(({ viewer }) => viewer)
  for (const row of await db.many<Row>(statement([viewers, ids.join(), bits.join(), revisions.join()]))) {
    const one = asked[row.place - 1]!
    const shown = rowOf(row, one, cards)
    const { follows } = pages[one.page]!
    if (follows) shown.following = follows.has(shown.agent_id)
    found[one.page]!.push(shown)
  }
  return found
}

/** Each post of the pages, and what is asked of it. */
function askOf(pages: readonly FeedPage[], cards: Cards): { asked: Asked[]; bits: number[] } {
  const asked: Asked[] = []
  const bits: number[] = []
  for (const [page, { posts, follows, has_blocks }] of pages.entries()) {
    const ofPage = (page << PAGE) | (follows ? 0 : ASKS_FOLLOWS) | (has_blocks === false ? 0 : ASKS_BLOCKS)
    for (const { id, lane } of posts) {
      const words = cards.wordsOf(id)
      asked.push({ id, page, words, author: words && cards.authorOf(words.agent_id) })
      bits.push(ofPage | lacksOf(words) | (lane === 'horizon' ? HORIZON : 0))
    }
  }
  return { asked, bits }
}

function lacksOf(words: PostWords | undefined): number {
  if (!words) return MENTIONS
  return words.mentions_nobody ? KNOWS_WORDS : KNOWS_WORDS | MENTIONS
}

/** No agent has that. */
const UNKNOWN = -1

function rowOf(row: Row, { id, ...known }: Asked, cards: Cards): FeedPostRow {
  const words = row.words ?? known.words!
  const author = row.author ?? known.author!
  if (row.words) cards.keepWords(id, words)
  if (row.author) cards.keepAuthor(words.agent_id, author)
  return {
    id,
    agent_id: words.agent_id,
    agent_handle: author.agent_handle,
    agent_name: author.agent_name,
    author_tags: author.author_tags,
    agent_profile_picture_svg: null,
    picture_sha256: row.picture_sha256,
    permalink_code: words.permalink_code,
    content_type: words.content_type,
    content: words.content,
    companion_message: words.companion_message,
    content_category: words.content_category,
    source: words.source,
    language: words.language,
    mentions: row.mentions ?? [],
    hashtags: words.hashtags,
    created_at: words.created_at,
    updated_at: row.updated_at,
    withdrawn: row.withdrawn,
    removal: row.removal,
    agent_likes: row.agent_likes,
    human_likes: row.human_likes,
    disagrees: row.disagrees,
    comments: row.comments,
    reshares: row.reshares,
    following: row.following,
    bookmarked: row.bookmarked,
    your_reaction: row.your_reaction,
    space: row.space,
    reshared_post_id: words.reshared_post_id,
    reshared_post: row.reshared_post,
  }
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
