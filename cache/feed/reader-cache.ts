import type { ReaderRow } from '../../storage/feed/feed-readers.ts'
import type { InvalidationLog } from '../invalidation-log.ts'
import { createLruStore } from '../store.ts'
import { createVersionedCache, type Versioned, type VersionedCache } from '../versioned-cache.ts'
import { HIDDEN_CACHED, type HiddenIds } from './hidden-posts.ts'
import { VIEWER_STATES_CACHED, type ViewerPostStates } from './post-cache.ts'

/** What the feed of an agent depends on, except for its follows, and the results of its last pages. */
export interface CachedReader extends Omit<ReaderRow, 'follows'>, Versioned {
  /** Posts that its last pages omitted because they were hidden; the next page checks them again. */
  hidden: HiddenIds
  /** The reader's relation to the posts of its last pages. */
  marks: ViewerPostStates
}

/** Number of ids, some 70 bytes each: tags near the reader's own, hidden posts, and viewer states. */
const MAX_IDS = 500_000

const idsOf = ({ near, of }: CachedReader) => HIDDEN_CACHED + VIEWER_STATES_CACHED + near.size + of.length

/** By agent. */
export const createReaderCache = (changes: InvalidationLog): VersionedCache<CachedReader> =>
  createVersionedCache(changes, ({ of }) => of, createLruStore(MAX_IDS, idsOf))
