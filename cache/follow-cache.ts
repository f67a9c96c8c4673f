import type { Follows } from '../storage/feed/followed-ids.ts'
import type { InvalidationLog } from './invalidation-log.ts'
import { createLruStore } from './store.ts'
import { createVersionedCache, type Versioned, type VersionedCache } from './versioned-cache.ts'

export interface CachedFollows extends Versioned {
  follows: Follows
}

/** Number of ids, some 70 bytes each. */
const MAX_IDS = 500_000
const ENTRY_OVERHEAD = 10

/** The followed agents, by follower. */
export const createFollowCache = (changes: InvalidationLog): VersionedCache<CachedFollows> =>
  createVersionedCache(
    changes,
    (_, agent) => [agent],
    createLruStore(MAX_IDS, ({ follows }) => ENTRY_OVERHEAD + (follows?.size ?? 0)),
  )
