import { LRUCache } from 'lru-cache'
import { SQL } from 'sql-template-strings'
import type { BatchStatement, RunBatch } from '../db/batch.ts'
import type { Queryable } from '../db/db.ts'
import { HIDDEN_REMEMBERED } from './candidate.ts'
import { type FeedPage, type FeedPostRow, findFeedPosts } from './feed-posts.ts'
import { NEWS, NEWS_TOLD, type PostNews, type Snapshot } from './news.ts'
import { findReadersAndNews, type Reader } from './readers.ts'
import { RecentPosts } from './recent-posts.ts'

/** The recent posts of this process, and whom they are read to. */
export interface RecentFeed {
  /** Asks the recent posts, which have all that was committed when this was called. */
  openFor(request: FeedRequest): Promise<OpenFeed>
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

/** 6.6 MB, and as much for the ids of their authors. */
const KEPT = 200_000
const READ_AT_ONCE = 1_000

/** Ids of readers that are kept, at some 70 bytes: whom they follow, the tags near their own, and what is hidden. */
const IDS_KEPT = 500_000

/** `slowDb` reads older posts ahead, while the newest ones serve already. */
export function openRecentFeed(batch: RunBatch, slowDb: Queryable, kept = KEPT): RecentFeed {
  let recent = new RecentPosts(0)
  let known: Snapshot | undefined
  const readers = new LRUCache<string, Reader>({
    maxSize: IDS_KEPT,
    sizeCalculation: ({ follows, near }) => HIDDEN_REMEMBERED + (follows?.size ?? 0) + near.size,
  })

  /** The snapshot is older than what is read now: what it does not show, and is not read, will be news. */
  async function startAnew(db: Queryable, snapshot: Snapshot): Promise<void> {
    known = undefined
    const started = new RecentPosts(kept)
    recent = started
    await readOlder(db, started)
    known = snapshot
    readAhead(slowDb, started, () => recent === started).catch(() => {
      // The database is away: what is not read by then is asked for by statements.
    })
  }

  const foreseeFor = ({ agent_id, foresee }: FeedRequest): Promise<FeedPage> | FeedPage => {
    const reader = readers.get(agent_id)
    return reader ? foresee(reader, recent) : { viewer: agent_id, has_interests: false, posts: [] }
  }

  const openFeeds: BatchStatement<FeedRequest, OpenFeed> = {
    name: 'open_feeds',
    max: 8,
    parallel: 2,
    async run(db, requests) {
      const pages = await Promise.all(requests.map(foreseeFor))
      const asked = requests.map(({ agent_id, threshold }) => ({ agent_id, threshold, known: readers.get(agent_id) }))
      const [found, rows] = await Promise.all([findReadersAndNews(db, asked, known), findFeedPosts(db, pages)])
      const { snapshot, news } = found
      if (known?.session !== snapshot.session || news.length >= NEWS_TOLD) await startAnew(db, snapshot)
      else {
        recent.learn(news)
        known = snapshot
      }
      return found.readers.map((reader, at) => {
        readers.set(requests[at]!.agent_id, reader)
        return { reader, recent, rows: rows[at]! }
      })
    },
  }

  return { openFor: request => batch(openFeeds, request) }
}

async function readAhead(db: Queryable, recent: RecentPosts, isWanted: () => boolean): Promise<void> {
  while (isWanted() && !recent.isFull && !recent.isWhole) await readOlder(db, recent)
}

async function readOlder(db: Queryable, recent: RecentPosts): Promise<void> {
  const { edge } = recent
  const older = SQL` from post p where p.id < ${edge.floor} order by p.id desc limit `
  const statement = SQL`select `.append(NEWS).append(older)
  const posts = await db.many<PostNews>(statement.append(SQL`${READ_AT_ONCE}`))
  recent.fill(edge, posts, posts.length < READ_AT_ONCE)
}
