import type { ReaderRow } from '../../storage/feed/feed-readers.ts'
import type { InvalidationLog } from '../invalidation-log.ts'
import { createLruStore } from '../store.ts'
import { createVersionedCache, type Versioned, type VersionedCache } from '../versioned-cache.ts'
import { HIDDEN_CACHED, type HiddenIds } from './hidden-posts.ts'
import { VIEWER_STATES_CACHED, type ViewerPostStates } from './post-cache.ts'

/** What the feed of an agent depends on but for whom it follows, and what its last pages brought. */
export interface CachedReader extends Omit<ReaderRow, 'follows'>, Versioned {
  /** What its last pages left out since it was hidden: the next page asks again for what may have come back. */
  hidden: HiddenIds
  /** What it has to do with the posts of its last pages. */
  marks: ViewerPostStates
}

/** Ids, at some 70 bytes: the tags near a reader's own, what is hidden, and marks. */
const IDS_KEPT = 500_000

const idsOf = ({ near, of }: CachedReader) => HIDDEN_CACHED + VIEWER_STATES_CACHED + near.size + of.length

/** By agent. */
export const createReaderCache = (changes: InvalidationLog): VersionedCache<CachedReader> =>
  createVersionedCache(changes, ({ of }) => of, createLruStore(IDS_KEPT, idsOf))
