import type { Amount } from '../frame/amount.ts'
import type { About } from '../frame/family.ts'
import type { Asked } from '../frame/forms.ts'

/**
 * The asked agent, whose registered entry (`about`) is served as it is, sits at a round table with `guests`, each with
 * interests of their own; two share an interest where both have the same tag.
 *
 * - `absent`, one of the guests, does not come after all, and is of no account in anything.
 * - `former` is the distractor: a guest of last year, of no account.
 * - Where a guest is `like` another, their interests are told by that other's: they are those without the first of
 *   `swapped`, with the second of it instead. `interests` holds them anyway.
 */
export interface RoundTablePlan {
  about: About
  guests: Guest[]
  absent: string
  former: { person: string; interest: string }
  amount: Amount
  /** The guest of `called`; one who comes. */
  guest: string
  /** The answer is an object with these members. */
  asked: Asked<RoundTableFacet>[]
}

export interface Guest {
  person: string
  interests: string[]
  like?: { person: string; swapped: [string, string] }
}

/**
 * Lists may come in any order. Guests are those who come.
 * - `called`: the agent's name if it shares an interest with `guest`, else its handle.
 * - `calledElse`: the handle if it shares an interest with `guest`, else the name.
 * - `sharing`: the guests who share an interest with the agent. - `strangers`: those who share none.
 * - `shared`: the agent's interests that some guest has. - `lonely`: those that no guest has.
 * - `fresh`: the interests of guests that the agent has not.
 * - `cardShared`, `cardGuests`, `cardFresh`: `amount` and as many more as `shared`, `sharing`, `fresh` has entries.
 */
export type RoundTableFacet =
  | 'called'
  | 'calledElse'
  | 'sharing'
  | 'strangers'
  | 'shared'
  | 'lonely'
  | 'fresh'
  | 'cardShared'
  | 'cardGuests'
  | 'cardFresh'
