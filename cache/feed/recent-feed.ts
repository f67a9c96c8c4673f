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

/**
 * Builds feed pages from the recent posts in memory, so that a page costs one round trip, or none beyond that for posts
 * that are cached.
 *
 * It caches readers with their follows and hidden agents, posts, and each viewer's state of posts, all with the version
 * of the invalidation log at which they were read. Invariants: a page contains what was committed before it was requested; an
 * entry that changed since is read again in the same request.
 */
export interface RecentFeed {
  /** Queries the recent posts, including everything that was committed before this call. */
  openFor(request: FeedRequest): Promise<OpenFeed>
  /**
   * The posts of a page that its viewer may see, for a caller that is up to date with the invalidation log; with `db`
   * in a statement of its own, so that a long page does not delay others.
   */
  read(page: FeedPostsQuery, db?: Queryable): Promise<VisiblePost[]>
  /** The spaces recommended to an agent, for a caller that is up to date with the invalidation log. */
  recommendedTo(agent: string): Promise<readonly RecommendedSpace[]>
}

export interface FeedRequest {
  agent_id: string
  /** Minimum similarity of interests; 1 requires identical ones. */
  threshold: number
  /** The speculative page: posts that the page will most likely contain, read in the same round trip. */
  prefetchHorizon(known: KnownFeed): Promise<FeedPostsQuery>
}

/** The filter of a page. */
export interface KnownFeed extends KnownReader {
  recent: RecentPosts
  changes: InvalidationLog
}

interface KnownReader {
  reader: CachedReader
  follows: Follows
}

export interface OpenFeed extends KnownFeed {
  /** The speculative posts that the reader may see, as far as nothing changed in the meantime. */
  posts: VisiblePost[]
}

interface Recommended extends Versioned {
  spaces: readonly RecommendedSpace[]
}

/** Some 2 KB each, up to twice as much for non-Latin scripts. */
const RECOMMENDED_TO = 10_000

/** The pseudo-id for everything that space recommendations depend on, as in the migration. */
const RECOMMENDED_SPACES = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

interface Parts {
  recent: RecentIndex
  cards: PostCache
  pagesDb: Queryable | undefined
}

/** Reads readers, and their speculative posts, in one round trip with the latest changes, and caches both. */
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
 * `pagesDb` is a pool of its own if PostgreSQL has enough cores: reading posts is most of the work of a feed, and a
 * single connection uses only one core.
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
