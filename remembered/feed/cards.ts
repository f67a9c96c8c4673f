import type { FeedPostRow, Marks } from '../../storage/feed/feed-posts.ts'
import type { Changes } from '../changes.ts'
import { type Read, type Remembered, remembered } from '../remembered.ts'
import { roomFor, roomForFew } from '../rooms.ts'

/** A post that is shown alike to everybody but its author. */
export interface Card extends Read {
  row: FeedPostRow
  /** Whether its author is offered to strangers. */
  is_offered: boolean
  /** The posts, agents and spaces that it is shown by. */
  of: readonly string[]
}

/** By post. */
export type Cards = Remembered<Card>

/**
 * Of all texts, as strings take them at most, as they were read, in the JSON that is made of them and in its bytes, and for
 * each card what stands beside them.
 */
const BYTES = 96 * 1024 * 1024
const BESIDE_TEXTS = 5_000

const lengthOf = (text: string | null | undefined) => text?.length ?? 0

const bytesOf = ({ row: { content, companion_message, reshared_post } }: Card) =>
  BESIDE_TEXTS + 6 * (content.length + lengthOf(companion_message) + lengthOf(reshared_post?.content))

export const openCards = (changes: Changes): Cards => remembered(changes, ({ of }) => of, roomFor(BYTES, bytesOf))

/** What a reader did with a post. */
export type Mark = Pick<Marks, 'bookmarked' | 'your_reaction'> & Read

/** Of one reader, by post. */
export type MarksOfReader = Remembered<Mark>

/** Of its last pages an agent's marks are remembered, of so many posts. */
export const MARKS_REMEMBERED = 60

export const openMarks = (changes: Changes): MarksOfReader =>
  remembered(changes, (_, post) => [post], roomForFew(MARKS_REMEMBERED))
