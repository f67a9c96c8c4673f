import type { Asked } from '../../engine/family.ts'

/**
 * A rota: on each day of the month one person has the early shift and one the late. `changes` were wanted, numbered from
 * 1 on in the order of the list. What becomes of them:
 *
 * 1. `revision` is applied first; it says what the list or the verdicts got wrong. See there.
 * 2. The changes are then taken one after the other, each with the rota as it is by then. A change comes to nothing,
 *    and leaves the rota as it is, where one of these is so (else it happens as a whole):
 *    - a verdict stops it (see `Verdict`);
 *    - somebody would give away a shift of a day on which they have none at that moment;
 *    - the `rule` forbids it.
 *
 * - `swap`: `one` gives away their shift of `oneDay` and gets that which `other` has on `otherDay`; `other` gets the
 *   former.
 * - `cover`: `by` gets the shift that `person` has on `day`.
 * - `by` is a name, or whoever has the early or late shift of a day at the moment of this change.
 *
 * Wherever a change names a person and a day on which that person has a shift, it is one shift only. `by` never comes
 * out the same as `person`.
 * `keeper` is a person like the others; texts may speak of them by the keys that they keep.
 * `branch` is the distractor: the like of a change, but at another place with a rota of its own; of no account.
 * `paid` gets `pay.early` euros for each early shift, `pay.late` for each late one, and `amount` besides, once.
 */
export interface RotaPlan {
  rota: Day[]
  changes: Change[]
  verdicts: Verdict[]
  revision: Revision
  rule: Rule
  /** Who decides on changes; has no shift. */
  lead: string
  keeper: string
  branch: { person: string; day: number; by: string }
  pay: { early: number; late: number }
  paid: string
  amount: number
  /** The person of `daysOf`. */
  person: string
  /** Where `payWithout` is asked for: the number of a change, one that `revision` does not name. */
  without?: number
  /** The members of each record of `table`: day, early, late; of `people` the last two are: person, how many. */
  inner: [string, string, string]
  /** The answer is an object with these members. */
  asked: Asked<RotaFacet>[]
}

export interface Day {
  day: number
  early: string
  late: string
}

export type Change = Swap | Cover

export interface Swap {
  kind: 'swap'
  one: string
  oneDay: number
  other: string
  otherDay: number
}

export interface Cover {
  kind: 'cover'
  person: string
  day: number
  by: { name: string } | { shift: 'early' | 'late'; day: number }
}

/**
 * What is told of the change with the number `change`. `refused` (first let pass, then refused) and `calledOff` (agreed,
 * then called off) stop it. `upheld` (first refused, then let pass) and `carried` (nearly called off, then carried out)
 * do not: with them the change is treated as if nothing had been told of it.
 */
export interface Verdict {
  change: number
  kind: 'refused' | 'calledOff' | 'upheld' | 'carried'
}

/**
 * - `person`: in the change with the number `change`, `to` stands in place of `from` wherever that name is.
 * - `unfounded`: that was claimed, but is not so: nothing is put right.
 * - `day`: in the cover with the number `change`, the day of the shift passed on is `to`, not `from`.
 * - `order`: the two changes `change` and `other` were made in each other's place: where the one stands in the list, the
 *   other was made. Each keeps its own number, verdict and text.
 * - `verdict`: what is told of `change` in `verdicts` was meant for `other` (of which nothing is told); of `change`,
 *   then, nothing is told.
 */
export type Revision =
  | { kind: 'person'; change: number; from: string; to: string }
  | { kind: 'unfounded'; change: number; from: string; to: string }
  | { kind: 'day'; change: number; from: number; to: number }
  | { kind: 'order'; change: number; other: number }
  | { kind: 'verdict'; change: number; other: number }

/**
 * A change comes to nothing if, after it, somebody who would have got a shift by it (in a swap, either of the two)
 * would be in this state:
 * - `bothOfDay`: has both shifts of one and the same day, whichever day.
 * - `lateThenEarly`: has the late shift of some day and the early shift of the next day.
 * - `manyShifts`: has more than `most` shifts in all.
 * - `manyLate`: has more than `most` late shifts.
 * - `daysInRow`: has shifts on three days in a row.
 *
 * `except` says where the rule does not hold:
 * - none: it holds for all.
 * - `keeper`: not for `keeper`; the state of anybody else who gets a shift still counts.
 * - `swaps`, `covers`: not for changes of this kind.
 * - `twoEarly`: not for somebody who would then have at least two early shifts; the state of anybody else who gets a
 *   shift still counts.
 */
export interface Rule {
  state: 'bothOfDay' | 'lateThenEarly' | 'manyShifts' | 'manyLate' | 'daysInRow'
  /** Where the state is `manyShifts` or `manyLate`. */
  most?: number
  except: 'none' | 'keeper' | 'swaps' | 'covers' | 'twoEarly'
}

/**
 * All after the changes.
 * - `table`: a record of each day, ascending: the day, who has the early shift, who the late.
 * - `people`: a record of each person with a shift, by the alphabet: the name, how many shifts.
 * - `daysOf`: the days on which `person` has a shift, ascending, each once; there is one.
 * - `changedDays`: the days on which a shift is another's than at first, ascending.
 * - `late`: who has the late shift, day after day.
 * - `failed`: the numbers of the changes that came to nothing, for whatever reason, ascending.
 * - `ruled`: the numbers of those that would have happened but for the rule alone (the rest being as it is up to that
 *   change: nothing else stops it, and the rule does), ascending; there is one.
 * - `gained`: who has more shifts than at first, by the alphabet; there is one.
 * - `noLate`: who has at least one shift but no late shift, by the alphabet.
 * - `pay`: the euros that `paid` gets.
 * - `payWithout`: the same, had the change with the number `without` never been wanted (all others keep their
 *   numbers, places, verdicts and revision).
 * - `earned`: the euros for shifts that all persons get together whose shifts are two or more, `amount` not counted.
 */
export type RotaFacet =
  | 'table'
  | 'people'
  | 'daysOf'
  | 'changedDays'
  | 'late'
  | 'failed'
  | 'ruled'
  | 'gained'
  | 'noLate'
  | 'pay'
  | 'payWithout'
  | 'earned'
