import type { Queryable } from '../../storage/db/db.ts'
import { DELTA_LIMIT, findPostsBefore, type PostDeltas, type Snapshot } from '../../storage/feed/post-delta.ts'
import { type CachedFollows, createFollowCache } from '../follow-cache.ts'
import { InvalidationLog } from '../invalidation-log.ts'
import type { VersionedCache } from '../versioned-cache.ts'
import { RecentPosts } from './recent-posts.ts'

/** The recent posts of this process. Whatever statement asks for the news behind `since` brings them up to date. */
export interface RecentIndex {
  readonly posts: RecentPosts
  readonly changes: InvalidationLog
  /** Of those that read their feeds and of those that poll. */
  readonly follows: VersionedCache<CachedFollows>
  readonly since: Snapshot | undefined
  /** Answers the moment of `changes` up to which what the same statement read is current. */
  catchUp(db: Queryable, found: PostDeltas): Promise<number>
}

/** 45 MB where there are so many, and some 10 for the ids of 100,000 authors. */
const KEPT = 1_000_000
const READ_AT_ONCE = 1_000

interface Options {
  /** How many posts. */
  kept?: number | undefined
  /** Reads older posts, a piece at a time, when that hinders nobody. */
  inSpareTime?: <Result>(piece: () => Promise<Result>) => Promise<Result>
}

/** `slowDb` reads older posts ahead, while the newest ones serve already. */
export function createRecentIndex(
  slowDb: Queryable,
  { kept = KEPT, inSpareTime = piece => piece() }: Options = {},
): RecentIndex {
  let posts = new RecentPosts(0)
  let since: Snapshot | undefined
  const changes = new InvalidationLog()

  /** The snapshot is older than what is read now: what it does not show, and is not read, will be news. */
  async function startAnew(db: Queryable, snapshot: Snapshot): Promise<void> {
    since = undefined
    changes.invalidateAll()
    const started = new RecentPosts(kept)
    posts = started
    await readOlder(db, started)
    since = snapshot
    const readOn = () => inSpareTime(() => readOlder(slowDb, started))
    readAhead(readOn, () => posts === started && !started.isFull && !started.isWhole).catch(() => {
      // The database is away: what is not read by then is asked for by statements.
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
    async catchUp(db, { since: asked, snapshot, news, changed }) {
      // It was asked for when nothing was known, and what has become known since is older than it.
      if (asked === undefined && since?.session === snapshot.session) return changes.moment
      if (since?.session !== snapshot.session || news.length >= DELTA_LIMIT) {
        const moment = changes.moment
        await startAnew(db, snapshot)
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
