import type { BatchStatement, RunBatch } from '../../storage/db/batch.ts'
import type { Queryable } from '../../storage/db/db.ts'
import { findReadersAndDelta } from '../../storage/feed/feed-readers.ts'
import type { Follows } from '../../storage/feed/followed-ids.ts'
import { findRecommendedSpaces, type RecommendedSpace } from '../../storage/spaces/trending-spaces.ts'
import type { InvalidationLog } from '../invalidation-log.ts'
import type { RecentIndex } from '../recent/recent-index.ts'
import type { RecentPosts } from '../recent/recent-posts.ts'
import { createLruStore } from '../store.ts'
import { createVersionedCache, type Versioned } from '../versioned-cache.ts'
import { createHiddenIds } from './hidden-posts.ts'
import { createPostCache, createViewerPostStates, type PostCache } from './post-cache.ts'
import { type CachedReader, createReaderCache } from './reader-cache.ts'
import { type FeedPostsQuery, findVisibleFeedPosts, type VisiblePost } from './visible-posts.ts'

/** Reads the recent posts to agents. */
export interface RecentFeed {
  /** Asks the recent posts, which have all that was committed when this was called. */
  openFor(request: FeedRequest): Promise<OpenFeed>
  /**
   * The posts of a page that its viewer may see, for who has heard the news in the same call; with `db` in a statement of
   * its own, as a long page would hold up others.
   */
  read(page: FeedPostsQuery, db?: Queryable): Promise<VisiblePost[]>
  /** The spaces recommended to an agent, for who has heard the news in the same call. */
  recommendedTo(agent: string): Promise<readonly RecommendedSpace[]>
}

export interface FeedRequest {
  agent_id: string
  /** How like interests are to be; with 1 only the same. */
  threshold: number
  /** What the page will most likely be: it is read in the same round trip. */
  prefetchHorizon(known: KnownFeed): Promise<FeedPostsQuery>
}

/** What a page is chosen by. */
export interface KnownFeed extends KnownReader {
  recent: RecentPosts
  changes: InvalidationLog
}

interface KnownReader {
  reader: CachedReader
  follows: Follows
}

export interface OpenFeed extends KnownFeed {
  /** Of the posts that were foreseen those that the reader may see, but for what changed meanwhile. */
  posts: VisiblePost[]
}

interface Recommended extends Versioned {
  spaces: readonly RecommendedSpace[]
}

/** Some 2 KB each, and as much in characters of other scripts. */
const RECOMMENDED_TO = 10_000

/** What stands for all that makes spaces recommended, as the migration has it. */
const RECOMMENDED_SPACES = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

interface Parts {
  recent: RecentIndex
  cards: PostCache
  pagesDb: Queryable | undefined
}

/** Reads readers, and what was foreseen for them, in one round trip with the news, and remembers both. */
function openReading({ recent, cards, pagesDb }: Parts) {
  const { changes } = recent
  const readers = createReaderCache(changes)

  const knownOf = ({ agent_id, threshold }: FeedRequest): KnownReader | undefined => {
    const reader = readers.find(agent_id)
    const known = recent.follows.find(agent_id)
    return reader?.threshold === threshold && known ? { reader, follows: known.follows } : undefined
  }

  async function findReaders(db: Queryable, requests: readonly FeedRequest[], found: Map<FeedRequest, KnownReader>) {
    const { readers: read, ...news } = await findReadersAndDelta(db, requests, recent.since)
    const read_at = await recent.catchUp(db, news)
    for (const [at, { follows, ...one }] of read.entries()) {
      const { agent_id } = requests[at]!
      const reader = { ...one, read_at, hidden: createHiddenIds(), marks: createViewerPostStates(changes) }
      found.set(requests[at]!, { reader, follows })
      readers.store(agent_id, reader)
      recent.follows.store(agent_id, { follows, read_at })
    }
  }

  return async (db: Queryable, requests: readonly FeedRequest[]): Promise<OpenFeed[]> => {
    const found = new Map<FeedRequest, KnownReader>()
    const pages = await Promise.all(
      requests.map((request): FeedPostsQuery | Promise<FeedPostsQuery> => {
        const known = knownOf(request)
        if (!known) return { viewer: request.agent_id, posts: [] }
        found.set(request, known)
        return request.prefetchHorizon({ ...known, recent: recent.posts, changes })
      }),
    )
    const known = [...found.keys()]
    const unknown = requests.filter(request => !found.has(request))
    const [posts] = await Promise.all([
      findVisibleFeedPosts(pagesDb ?? db, pages, cards),
      findReaders(db, unknown, found),
    ])
    const changed = known.filter(request => !readers.isCurrent(request.agent_id, found.get(request)!.reader))
    if (changed.length > 0) await findReaders(db, changed, found)
    const isAsItIs = ({ card, row }: VisiblePost) => !card || cards.isCurrent(row.id, card)
    return requests.map((request, at) => {
      return { ...found.get(request)!, recent: recent.posts, changes, posts: posts[at]!.filter(isAsItIs) }
    })
  }
}

/**
 * `pagesDb` has connections of its own, where PostgreSQL has cores for them: posts are most of what it does for a feed, on
 * one connection with everything else no more than a core's work.
 */
export function createRecentFeed(batch: RunBatch, recent: RecentIndex, pagesDb?: Queryable): RecentFeed {
  const cards = createPostCache(recent.changes)
  const read = openReading({ recent, cards, pagesDb })
  const recommended = createVersionedCache<Recommended>(
    recent.changes,
    (_, agent) => [agent, RECOMMENDED_SPACES],
    createLruStore(RECOMMENDED_TO),
  )

  const openFeeds: BatchStatement<FeedRequest, OpenFeed> = {
    name: 'open_feeds',
    max: 8,
    parallel: 3,
    run: read,
  }

  const feedPosts: BatchStatement<FeedPostsQuery, VisiblePost[]> = {
    name: 'find_feed_posts',
    max: 8,
    parallel: 2,
    run: (db, pages) => findVisibleFeedPosts(db, pages, cards),
  }

  return {
    openFor: request => batch(openFeeds, request),
    async recommendedTo(agent) {
      const known = recommended.find(agent)
      if (known) return known.spaces
      const read_at = recommended.moment
      const spaces = await batch(findRecommendedSpaces, agent)
      recommended.store(agent, { spaces, read_at })
      return spaces
    },
    read: async (page, db) => (db ? (await findVisibleFeedPosts(db, [page], cards))[0]! : await batch(feedPosts, page)),
  }
}
