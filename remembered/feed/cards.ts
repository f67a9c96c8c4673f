import { LRUCache } from 'lru-cache'
import type { FeedPostRow, Marks } from '../../storage/feed/feed-posts.ts'
import type { Changes } from '../changes.ts'

/** A mark as it was read after a moment of `Changes`. */
export type Mark = Pick<Marks, 'bookmarked' | 'your_reaction'> & { read_at: number }

/** A post that is shown alike to everybody but its author. */
export interface Card {
  row: FeedPostRow
  /** Whether its author is offered to strangers. */
  is_offered: boolean
  /** The posts, agents and spaces that it is shown by. */
  of: readonly string[]
  /** Read after this moment of `Changes`. */
  read_at: number
}

/** Of its last pages an agent's marks are remembered, of so many posts. */
export const MARKS_REMEMBERED = 60

type Marked = { marks: Map<string, Mark> }

/** The posts that this process remembers, each until something changes that it is shown by. */
export interface Cards {
  find(post: string): Card | undefined
  keep(card: Card): void
  isCurrent(card: Card): boolean
  markOf(post: string, reader: Marked | undefined): Mark | undefined
  keepMark(post: string, mark: Mark, reader: Marked | undefined): void
  /** What is read from now on has all that changed up to it. */
  readonly moment: number
}

/**
 * Of all texts, as strings take them at most, as they were read, in the JSON that is made of them and in its bytes, and for
 * each card what stands beside them.
 */
const BYTES = 96 * 1024 * 1024
const BESIDE_TEXTS = 5_000

const lengthOf = (text: string | null | undefined) => text?.length ?? 0

export function openCards(changes: Changes): Cards {
  const cards = new LRUCache<string, Card>({
    maxSize: BYTES,
    sizeCalculation: ({ row: { content, companion_message, reshared_post } }) =>
      BESIDE_TEXTS + 6 * (content.length + lengthOf(companion_message) + lengthOf(reshared_post?.content)),
  })
  const isCurrent = ({ of, read_at }: Card) => changes.spared(of, read_at)
  return {
    find(post) {
      const card = cards.get(post)
      return card && isCurrent(card) ? card : undefined
    },
    keep: card => void cards.set(card.row.id, card),
    isCurrent,
    markOf(post, reader) {
      const mark = reader?.marks.get(post)
      return mark && changes.spared([post], mark.read_at) ? mark : undefined
    },
    keepMark(post, mark, reader) {
      if (!reader) return
      if (reader.marks.size >= MARKS_REMEMBERED) reader.marks.clear()
      reader.marks.set(post, mark)
    },
    get moment() {
      return changes.moment
    },
  }
}
