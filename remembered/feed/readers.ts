import type { ReaderRow } from '../../storage/feed/readers.ts'
import type { Changes } from '../changes.ts'
import { type Read, type Remembered, remembered } from '../remembered.ts'
import { roomFor } from '../rooms.ts'
import { MARKS_REMEMBERED, type MarksOfReader } from './cards.ts'
import { HIDDEN_REMEMBERED, type Hidden } from './hidden.ts'

/** What the feed of an agent depends on but for whom it follows, and what its last pages brought. */
export interface Reader extends Omit<ReaderRow, 'follows'>, Read {
  /** What its last pages left out since it was hidden: the next page asks again for what may have come back. */
  hidden: Hidden
  /** What it has to do with the posts of its last pages. */
  marks: MarksOfReader
}

/** Ids, at some 70 bytes: the tags near a reader's own, what is hidden, and marks. */
const IDS_KEPT = 500_000

const idsOf = ({ near, of }: Reader) => HIDDEN_REMEMBERED + MARKS_REMEMBERED + near.size + of.length

/** By agent. */
export const openReaders = (changes: Changes): Remembered<Reader> =>
  remembered(changes, ({ of }) => of, roomFor(IDS_KEPT, idsOf))
