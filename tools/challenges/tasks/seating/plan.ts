import type { Amount } from '../frame/amount.ts'
import type { Asked } from '../frame/forms.ts'

/**
 * Four to six persons sit on the seats of a row, 1 at the far left and `seats` at the far right, on each seat one; of six
 * seats one may be empty. The clues that are not `refuted` are true and those that are are false; they leave one order:
 * - `left`: `one` sits further left than `other` (not always beside).
 * - `next`: the two sit directly beside each other; `apart`: they do not.
 * - `gap`: exactly `between` seats lie between the two.
 * - `end`: `one` sits at an end of the row; `inner`: not.
 * - `seat`: `one` has that seat. `either`: one of the two seats. `even`, `odd`: a seat with such a number.
 * - `between`: `one` sits somewhere between `other` and `third`. `threes`: the three sit in that order from left to right,
 *   with or without others between.
 * `rumours` are of no account, true or not. `before` says where somebody sat another day: of no account either.
 *
 * Afterwards `events` happen, one after another; the clues speak of the time before them, the rest of the time after them.
 * - `swap`: the two exchange their seats. `seats`: those who have the two seats then do. `unswapped`: nothing changes.
 * - `empty`: the person `one` moves to the empty seat.
 * - `right`, `left`: everybody moves one seat to the right (left), from the last (first) seat to the first (last).
 * - `mirrored`: the row is turned round, seat 1 for the last and so on.
 *
 * Where `isPricedFromRight`, the last seat costs `price` and each seat `step` more than the one to its right; else seat 1
 * costs `price` and each seat `step` more than the one to its left. `off` says who pays `coins` less than the price of their
 * seat: who sits at an end (`ends`), on an even seat (`even`), directly beside the `person` (`beside`), that `person` alone.
 */
export interface SeatingPlan {
  people: string[]
  seats: number
  clues: Clue[]
  rumours: Clue[]
  before: { name: string; seat: number }[]
  events: SeatingEvent[]
  price: Amount
  step: number
  isPricedFromRight: boolean
  off?: { kind: 'ends' | 'even'; coins: number } | { kind: 'beside' | 'person'; person: string; coins: number }
  asked: Asked<SeatingFacet>[]
}

export type Clue = Hint & { told?: 'refuted' | 'confirmed' }

export type Hint =
  | { kind: 'left' | 'next' | 'apart'; one: string; other: string }
  | { kind: 'gap'; one: string; other: string; between: number }
  | { kind: 'end' | 'inner' | 'even' | 'odd'; one: string }
  | { kind: 'seat'; one: string; seat: number }
  | { kind: 'either'; one: string; seats: [number, number] }
  | { kind: 'between' | 'threes'; one: string; other: string; third: string }

export type SeatingEvent =
  | { kind: 'swap' | 'unswapped'; one: string; other: string }
  | { kind: 'seats'; seats: [number, number] }
  | { kind: 'empty'; one: string }
  | { kind: 'right' | 'left' | 'mirrored' }

/**
 * Of the row in the end, but where `First` is said, of the row at first.
 * - `fromLeft`, `fromRight`, `fromLeftFirst`: all names by their seats, from the far left or the far right.
 * - `pays`: what the `person` pays; `paysFirst`: would pay if nothing had happened after the clues. `total`: what all pay.
 *   `difference`: by how much what `one` and `other` pay differs.
 * - `seat`, `seatFirst`: the number of the person's seat. `at`: the name of who has the `seat`.
 * - `neighbours`: who sits directly beside the `person`. `among`: who sits between `one` and `other`. `moved`: who has another
 *   seat in the end than at first. These may come in any order and be empty.
 * - `lefter`: how many persons sit further left than the `person`. `vacant`: the number of the empty seat.
 * - `cheapest`: who pays least; nobody pays as little. `threshold`: how many pay more than `limit`.
 */
export type SeatingFacet =
  | { kind: 'fromLeft' | 'fromRight' | 'fromLeftFirst' | 'total' | 'moved' | 'vacant' | 'cheapest' }
  | { kind: 'pays' | 'paysFirst' | 'seat' | 'seatFirst' | 'neighbours' | 'lefter'; person: string }
  | { kind: 'difference' | 'among'; one: string; other: string }
  | { kind: 'at'; seat: number }
  | { kind: 'threshold'; limit: number }
