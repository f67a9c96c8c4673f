import type { Amount } from '../frame/amount.ts'

/**
 * Five persons sit on the seats 1 to 5 of a row, 1 at the far left and 5 at the far right. The clues leave one order:
 * - `left`: `one` sits further left than `other` (not always beside).
 * - `next`: the two sit directly beside each other; `apart`: they do not.
 * - `gap`: exactly `between` persons sit between the two.
 * - `end`: `one` sits on seat 1 or 5; `inner`: on 2, 3 or 4.
 *
 * Afterwards the two persons of `exchange` exchange their seats; the clues speak of the time before, the answer of the time
 * after. `before` says where somebody sat another day, from which nothing follows.
 *
 * Seat 1 costs `price`, and each seat further right costs `step` more than the one to its left. Who sits (afterwards) on
 * seat 1 or 5 pays `off` less than the price of the seat.
 *
 * The answer has two members, called as `members` says: `order`, the names of all five by their seats afterwards, from seat
 * 1 to 5, or from 5 to 1 where `isFromRight`; and `pays`, what the person `payer` pays for the seat they have afterwards.
 */
export interface SeatingPlan {
  people: string[]
  clues: Clue[]
  exchange: [string, string]
  before: { name: string; seat: number }
  price: Amount
  step: number
  off: number
  payer: string
  isFromRight: boolean
  members: { order: string; pays: string }
}

export type Clue =
  | { kind: 'left' | 'next' | 'apart'; one: string; other: string }
  | { kind: 'gap'; one: string; other: string; between: number }
  | { kind: 'end' | 'inner'; one: string }
