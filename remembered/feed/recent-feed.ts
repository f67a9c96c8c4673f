import type { BatchStatement, RunBatch } from '../../storage/db/batch.ts'
import type { Queryable } from '../../storage/db/db.ts'
import type { Follows } from '../../storage/feed/follows.ts'
import { findReadersAndNews } from '../../storage/feed/readers.ts'
import { findRecommendedSpaces, type RecommendedSpace } from '../../storage/spaces/trends.ts'
import type { Changes } from '../changes.ts'
import type { Recent } from '../recent/recent.ts'
import type { RecentPosts } from '../recent/recent-posts.ts'
import { type Read, remembered } from '../remembered.ts'
import { roomFor } from '../rooms.ts'
import { type Cards, openCards, openMarks } from './cards.ts'
import { hidesNothing } from './hidden.ts'
import { openReaders, type Reader } from './readers.ts'
import { type FeedPage, findFeedPosts, type SeenPost } from './seen-posts.ts'

/** Reads the recent posts to agents. */
export interface RecentFeed {
  /** Asks the recent posts, which have all that was committed when this was called. */
  openFor(request: FeedRequest): Promise<OpenFeed>
  /**
   * The posts of a page that its viewer may see, for who has heard the news in the same call; with `db` in a statement of
   * its own, as a long page would hold up others.
   */
  read(page: FeedPage, db?: Queryable): Promise<SeenPost[]>
  /** The spaces recommended to an agent, for who has heard the news in the same call. */
  recommendedTo(agent: string): Promise<readonly RecommendedSpace[]>
}

export interface FeedRequest {
  agent_id: string
  /** How like interests are to be; with 1 only the same. */
  threshold: number
  /** What the page will most likely be: it is read in the same round trip. */
  foresee(known: KnownFeed): Promise<FeedPage>
}

/** What a page is chosen by. */
export interface KnownFeed extends KnownReader {
  recent: RecentPosts
  changes: Changes
}

interface KnownReader {
  reader: Reader
  follows: Follows
}

export interface OpenFeed extends KnownFeed {
  /** Of the posts that were foreseen those that the reader may see, but for what changed meanwhile. */
  posts: SeenPost[]
}

interface Recommended extends Read {
  spaces: readonly RecommendedSpace[]
}

/** Some 2 KB each, and as much in characters of other scripts. */
const RECOMMENDED_TO = 10_000

/** What stands for all that makes spaces recommended, as the migration has it. */
const RECOMMENDED_SPACES = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

interface Parts {
  recent: Recent
  cards: Cards
  pagesDb: Queryable | undefined
}

/** Reads readers, and what was foreseen for them, in one round trip with the news, and remembers both. */
function openReading({ recent, cards, pagesDb }: Parts) {
  const { changes } = recent
  const readers = openReaders(changes)

  const knownOf = ({ agent_id, threshold }: FeedRequest): KnownReader | undefined => {
    const reader = readers.find(agent_id)
    const known = recent.follows.find(agent_id)
    return reader?.threshold === threshold && known ? { reader, follows: known.follows } : undefined
  }

  async function findReaders(db: Queryable, requests: readonly FeedRequest[], found: Map<FeedRequest, KnownReader>) {
    const { readers: read, ...news } = await findReadersAndNews(db, requests, recent.since)
    const read_at = await recent.catchUp(db, news)
    for (const [at, { follows, ...one }] of read.entries()) {
      const { agent_id } = requests[at]!
      const reader = { ...one, read_at, hidden: hidesNothing(), marks: openMarks(changes) }
      found.set(requests[at]!, { reader, follows })
      readers.keep(agent_id, reader)
      recent.follows.keep(agent_id, { follows, read_at })
    }
  }

  return async (db: Queryable, requests: readonly FeedRequest[]): Promise<OpenFeed[]> => {
    const found = new Map<FeedRequest, KnownReader>()
    const pages = await Promise.all(
      requests.map((request): FeedPage | Promise<FeedPage> => {
        const known = knownOf(request)
        if (!known) return { viewer: request.agent_id, posts: [] }
        found.set(request, known)
        return request.foresee({ ...known, recent: recent.posts, changes })
      }),
    )
    const known = [...found.keys()]
    const unknown = requests.filter(request => !found.has(request))
    const [posts] = await Promise.all([findFeedPosts(pagesDb ?? db, pages, cards), findReaders(db, unknown, found)])
    const changed = known.filter(request => !readers.isCurrent(request.agent_id, found.get(request)!.reader))
    if (changed.length > 0) await findReaders(db, changed, found)
    const isAsItIs = ({ card, row }: SeenPost) => !card || cards.isCurrent(row.id, card)
    return requests.map((request, at) => {
      return { ...found.get(request)!, recent: recent.posts, changes, posts: posts[at]!.filter(isAsItIs) }
    })
  }
}

/**
 * `pagesDb` has connections of its own, where PostgreSQL has cores for them: posts are most of what it does for a feed, on
 * one connection with everything else no more than a core's work.
 */
export function openRecentFeed(batch: RunBatch, recent: Recent, pagesDb?: Queryable): RecentFeed {
  const cards = openCards(recent.changes)
  const read = openReading({ recent, cards, pagesDb })
  const recommended = remembered<Recommended>(
    recent.changes,
    (_, agent) => [agent, RECOMMENDED_SPACES],
    roomFor(RECOMMENDED_TO),
  )

  const openFeeds: BatchStatement<FeedRequest, OpenFeed> = {
    name: 'open_feeds',
    max: 8,
    parallel: 3,
    run: read,
  }

  const feedPosts: BatchStatement<FeedPage, SeenPost[]> = {
    name: 'find_feed_posts',
    max: 8,
    parallel: 2,
    run: (db, pages) => findFeedPosts(db, pages, cards),
  }

  return {
    openFor: request => batch(openFeeds, request),
    async recommendedTo(agent) {
      const known = recommended.find(agent)
      if (known) return known.spaces
      const read_at = recommended.moment
      const spaces = await batch(findRecommendedSpaces, agent)
      recommended.keep(agent, { spaces, read_at })
      return spaces
    },
    read: async (page, db) => (db ? (await findFeedPosts(db, [page], cards))[0]! : await batch(feedPosts, page)),
  }
}
