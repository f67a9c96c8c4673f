import { LRUCache } from 'lru-cache'
import type { BatchStatement, RunBatch } from '../db/batch.ts'
import type { Queryable } from '../db/db.ts'
import { HIDDEN_REMEMBERED } from './candidate.ts'
import { type Cards, openCards } from './cards.ts'
import { type FeedPage, type FeedPostRow, findFeedPosts } from './feed-posts.ts'
import { findReadersAndNews, type Reader } from './readers.ts'
import type { Recent } from './recent.ts'
import type { RecentPosts } from './recent-posts.ts'

/** Reads the recent posts to agents. */
export interface RecentFeed {
  /** Asks the recent posts, which have all that was committed when this was called. */
  openFor(request: FeedRequest): Promise<OpenFeed>
  /** The posts of a page that its viewer may see; with `db` in a statement of its own, as a long page would hold up others. */
  read(page: FeedPage, db?: Queryable): Promise<FeedPostRow[]>
}

export interface FeedRequest {
  agent_id: string
  /** How like interests are to be; with 1 only the same. */
  threshold: number
  /** What the page will most likely be: it is read in the same round trip. */
  foresee(reader: Reader, recent: RecentPosts): Promise<FeedPage>
}

export interface OpenFeed {
  reader: Reader
  recent: RecentPosts
  /** Of the posts that were foreseen those that the reader may see. */
  rows: FeedPostRow[]
}

/** Ids of readers that are kept, at some 70 bytes: whom they follow, the tags near their own, and what is hidden. */
const IDS_KEPT = 500_000

/** Reads readers and what was foreseen for them, and remembers both. */
function openReading(recent: Recent, cards: Cards, pagesDb: Queryable | undefined) {
  const readers = new LRUCache<string, Reader>({
    maxSize: IDS_KEPT,
    sizeCalculation: ({ follows, near }) => HIDDEN_REMEMBERED + (follows?.size ?? 0) + near.size,
  })
  /** In another one, what was seen may be gone, and revisions and numbers of transactions be given anew. */
  let session = ''

  const foreseeFor = ({ agent_id, foresee }: FeedRequest): Promise<FeedPage> | FeedPage => {
    const reader = readers.get(agent_id)
    return reader ? foresee(reader, recent.posts) : { viewer: agent_id, posts: [] }
  }

  return async (db: Queryable, requests: readonly FeedRequest[]) => {
    const once = async () => {
      const pages = await Promise.all(requests.map(foreseeFor))
      const asked = requests.map(({ agent_id, threshold }) => ({ agent_id, threshold, known: readers.get(agent_id) }))
      return Promise.all([findReadersAndNews(db, asked, recent.since), findFeedPosts(pagesDb ?? db, pages, cards)])
    }
    let [found, rows] = await once()
    if (session !== found.snapshot.session) {
      session = found.snapshot.session
      readers.clear()
      cards.forgetAuthors()
      ;[found, rows] = await once()
    }
    for (const [at, reader] of found.readers.entries()) readers.set(requests[at]!.agent_id, reader)
    return { found, rows }
  }
}

/**
 * `pagesDb` has connections of its own, where PostgreSQL has cores for them: posts are most of what it does for a feed, on
 * one connection with everything else no more than a core's work.
 */
export function openRecentFeed(batch: RunBatch, recent: Recent, pagesDb?: Queryable): RecentFeed {
  const cards = openCards()
  const read = openReading(recent, cards, pagesDb)

  const openFeeds: BatchStatement<FeedRequest, OpenFeed> = {
    name: 'open_feeds',
    max: 8,
    parallel: 3,
    async run(db, requests) {
      const { found, rows } = await read(db, requests)
      await recent.catchUp(db, found)
      return found.readers.map((reader, at) => ({ reader, recent: recent.posts, rows: rows[at]! }))
    },
  }

  const feedPosts: BatchStatement<FeedPage, FeedPostRow[]> = {
    name: 'find_feed_posts',
    max: 8,
    parallel: 2,
    run: (db, pages) => findFeedPosts(db, pages, cards),
  }

  return {
    openFor: request => batch(openFeeds, request),
    read: async (page, db) => (db ? (await findFeedPosts(db, [page], cards))[0]! : await batch(feedPosts, page)),
  }
}
