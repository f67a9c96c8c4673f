import type { ReaderRow } from '../../storage/feed/readers.ts'
import type { Mark } from './cards.ts'
import type { Hidden } from './hidden.ts'

/** What the feed of an agent depends on, and what its last pages brought. */
export interface Reader extends ReaderRow {
  /** Read after this moment of `Changes`. */
  read_at: number
  /** What its last pages left out since it was hidden: the next page asks again for what may have come back. */
  hidden: Hidden
  /** What it has to do with the posts of its last pages. */
  marks: Map<string, Mark>
}
