import type { Queryable } from '../../storage/db/db.ts'
import { DELTA_LIMIT, findPostsBefore, type PostDeltas, type Snapshot } from '../../storage/feed/post-delta.ts'
import { type CachedFollows, createFollowCache } from '../follow-cache.ts'
import { InvalidationLog } from '../invalidation-log.ts'
import type { VersionedCache } from '../versioned-cache.ts'
import { RecentPosts } from './recent-posts.ts'

/**
 * The recent posts of this process. Every statement that also reads the changes after `since` brings them up to date.
 */
export interface RecentIndex {
  readonly posts: RecentPosts
  readonly changes: InvalidationLog
  /** The changes for readers of feeds and for pollers. */
  readonly follows: VersionedCache<CachedFollows>
  readonly since: Snapshot | undefined
  /** Returns the version of the invalidation log up to which the results of the same statement are current. */
  catchUp(db: Queryable, found: PostDeltas): Promise<number>
}

/** 45 MB at this size, and some 10 MB for the ids of 100,000 authors. */
const MAX_POSTS = 1_000_000
const READ_AT_ONCE = 1_000

interface Options {
  /** The number of posts. */
  capacity?: number | undefined
  /** Reads older posts in pieces, as low-priority work. */
  inSpareTime?: <Result>(piece: () => Promise<Result>) => Promise<Result>
}

/** `slowDb` reads older posts in the background, while the newest ones are already in use. */
export function createRecentIndex(
  slowDb: Queryable,
  { capacity = MAX_POSTS, inSpareTime = piece => piece() }: Options = {},
): RecentIndex {
  let posts = new RecentPosts(0)
  let since: Snapshot | undefined
  const changes = new InvalidationLog()

  /** The snapshot is older than the following reads: changes that it does not contain will be reported as new. */
  async function restart(db: Queryable, snapshot: Snapshot): Promise<void> {
    since = undefined
    changes.invalidateAll()
    const started = new RecentPosts(capacity)
    posts = started
    await readOlder(db, started)
    since = snapshot
    const readOn = () => inSpareTime(() => readOlder(slowDb, started))
    readAhead(readOn, () => posts === started && !started.isFull && !started.isWhole).catch(() => {
      // The database is not reachable: posts that are not loaded by then are read by statements.
    })
  }

  return {
    get posts() {
      return posts
    },
    get since() {
      return since
    },
    changes,
    follows: createFollowCache(changes),
    async catchUp(db, { since: requestedSince, snapshot, news, changed }) {
      // It was requested before anything was loaded; what has been loaded since covers it.
      if (requestedSince === undefined && since?.session === snapshot.session) return changes.moment
      if (since?.session !== snapshot.session || news.length >= DELTA_LIMIT) {
        const moment = changes.moment
        await restart(db, snapshot)
        return moment
      }
      posts.learn(news)
      if (changed) changes.record(changed)
      else changes.invalidateAll()
      since = snapshot
      return changes.moment
    },
  }
}

async function readAhead(readOn: () => Promise<void>, isWanted: () => boolean): Promise<void> {
  while (isWanted()) await readOn()
}

async function readOlder(db: Queryable, recent: RecentPosts): Promise<void> {
  const { edge } = recent
  const posts = await findPostsBefore(db, edge.floor, READ_AT_ONCE)
  recent.fill(edge, posts, posts.length < READ_AT_ONCE)
}
