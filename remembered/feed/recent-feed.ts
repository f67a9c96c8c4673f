import { LRUCache } from 'lru-cache'
import type { BatchStatement, RunBatch } from '../../storage/db/batch.ts'
import type { Queryable } from '../../storage/db/db.ts'
import { findReadersAndNews } from '../../storage/feed/readers.ts'
import { findRecommendedSpaces, type RecommendedSpace } from '../../storage/spaces/trends.ts'
import type { Changes } from '../changes.ts'
import type { Recent } from '../recent/recent.ts'
import type { RecentPosts } from '../recent/recent-posts.ts'
import { type Cards, MARKS_REMEMBERED, openCards } from './cards.ts'
import { HIDDEN_REMEMBERED, hidesNothing } from './hidden.ts'
import type { Reader } from './reader.ts'
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
  foresee(reader: Reader, recent: RecentPosts, changes: Changes): Promise<FeedPage>
}

export interface OpenFeed {
  reader: Reader
  recent: RecentPosts
  changes: Changes
  /** Of the posts that were foreseen those that the reader may see, but for what changed meanwhile. */
  posts: SeenPost[]
}

interface Recommended {
  spaces: readonly RecommendedSpace[]
  /** Read after this moment of `Changes`. */
  read_at: number
}

/** Some 2 KB each, and as much in characters of other scripts. */
const RECOMMENDED_TO = 10_000

/** What stands for all that makes spaces recommended, as the migration has it. */
const RECOMMENDED_SPACES = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Ids of readers that are kept, at some 70 bytes: whom they follow, the tags near their own, what is hidden, and marks. */
const IDS_KEPT = 500_000

interface Parts {
  recent: Recent
  cards: Cards
  pagesDb: Queryable | undefined
}

/** Reads readers, and what was foreseen for them, in one round trip with the news, and remembers both. */
function openReading({ recent, cards, pagesDb }: Parts) {
  const readers = new LRUCache<string, Reader>({
    maxSize: IDS_KEPT,
    sizeCalculation: ({ follows, near, of }) =>
      HIDDEN_REMEMBERED + MARKS_REMEMBERED + (follows?.size ?? 0) + near.size + of.length,
  })

  const currentOf = ({ agent_id, threshold }: FeedRequest): Reader | undefined => {
    const reader = readers.get(agent_id)
    const isAsAsked = reader?.threshold === threshold && recent.changes.spared(reader.of, reader.read_at)
    return isAsAsked ? reader : undefined
  }

  async function findReaders(db: Queryable, requests: readonly FeedRequest[], found: Map<FeedRequest, Reader>) {
    const { readers: read, ...news } = await findReadersAndNews(db, requests, recent.since)
    const read_at = await recent.catchUp(db, news)
    for (const [at, one] of read.entries()) {
      const reader = { ...one, read_at, hidden: hidesNothing(), marks: new Map() }
      found.set(requests[at]!, reader)
      readers.set(requests[at]!.agent_id, reader)
    }
  }

  return async (db: Queryable, requests: readonly FeedRequest[]): Promise<OpenFeed[]> => {
    const found = new Map<FeedRequest, Reader>()
    const pages = await Promise.all(
      requests.map((request): FeedPage | Promise<FeedPage> => {
        const reader = currentOf(request)
        if (reader) found.set(request, reader)
        return reader ? request.foresee(reader, recent.posts, recent.changes) : { viewer: request.agent_id, posts: [] }
      }),
    )
    const known = [...found.keys()]
    const unknown = requests.filter(request => !found.has(request))
    const [posts] = await Promise.all([findFeedPosts(pagesDb ?? db, pages, cards), findReaders(db, unknown, found)])
    const changed = known.filter(request => currentOf(request) !== found.get(request))
    if (changed.length > 0) await findReaders(db, changed, found)
    const isAsItIs = ({ card }: SeenPost) => !card || cards.isCurrent(card)
    return requests.map((request, at) => {
      const { posts: all, changes } = recent
      return { reader: found.get(request)!, recent: all, changes, posts: posts[at]!.filter(isAsItIs) }
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
  const recommended = new LRUCache<string, Recommended>({ max: RECOMMENDED_TO })

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
      const known = recommended.get(agent)
      if (known && recent.changes.spared([agent, RECOMMENDED_SPACES], known.read_at)) return known.spaces
      const read_at = recent.changes.moment
      const spaces = await batch(findRecommendedSpaces, agent)
      recommended.set(agent, { spaces, read_at })
      return spaces
    },
    read: async (page, db) => (db ? (await findFeedPosts(db, [page], cards))[0]! : await batch(feedPosts, page)),
  }
}
