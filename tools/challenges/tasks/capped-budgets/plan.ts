import type { Amount } from '../frame/amount.ts'
import type { Asked } from '../frame/forms.ts'

/**
 * Requests for money, each of one person for one project; no person asks twice for the same project. What is granted
 * comes out in these steps:
 *
 * 1. `revision` says how `notes` are to be read; see there.
 * 2. The notes, so read, change the requests. What a request asks for after them is its sum `asked`.
 * 3. Each request that was not withdrawn is granted its `asked`, but no more than its cap: `low.cap` for those that
 *    `low.of` names, else `cap`. No cap holds for what `exempt` names: it is granted in full.
 * 4. Where all these grants together come to more than `excess.over`, the greatest of them is less by `excess.off` (no
 *    two grants are greatest then, and it is greater than `off`); else nothing more happens. Exempt or not.
 *
 * A request that was withdrawn is no request any more from step 3 on, and counts nowhere, but where `low` says so.
 */
export interface BudgetPlan {
  /** In the order of the list. */
  requests: Request[]
  /** Four, each of another request, numbered from 1 on. */
  notes: Note[]
  amount: Amount
  revision: Revision
  cap: number
  low: { of: LowOf; cap: number }
  exempt: Exempt
  excess: { over: number; off: number }
  /** Where `left` is asked for: the money there is, more than is granted. */
  pot?: number
  /** Where `totalWithout` is asked for: the number of a note that `revision` does not name. */
  without?: number
  /** The project of `project`. */
  project: string
  /** The members of each record of `grants` and `people`: what it is for, and the euros. */
  inner: [string, string]
  /** The answer is an object with these members. */
  asked: Asked<BudgetFacet>[]
}

export interface Request {
  number: number
  person: string
  project: string
  euros: number
}

/**
 * Of the request with this `number`:
 * - `withdrawn`: it is dropped altogether.
 * - `restored`: it was withdrawn, and then handed in again as it was: nothing changes.
 * - `raised`: it asks for `amount` more.
 * - `lowered`: it asks for `by` less.
 * - `replaced`: it asks for `euros` in place of what is listed.
 * - `considered`: its person thought of asking for `by` more, but did not: nothing changes.
 */
export type Note = { number: number } & (
  | { kind: 'withdrawn' | 'restored' | 'raised' }
  | { kind: 'lowered' | 'considered'; by: number }
  | { kind: 'replaced'; euros: number }
)

/**
 * Of the note that is number `note` from 1 on:
 * - `meant`: it is about the request `number` (which has no note of its own), not about the one it names.
 * - `doubted`: somebody thought it was about the request `number`, but that is wrong: it is about the one it names.
 * - `exchanged`: it is about the request that the note `other` names, and that note about the one that `note` names.
 * - `void`: it does not count.
 * - `kept`: somebody wanted to strike it, but it counts.
 * - `twice`: it is a `raised` or `lowered`, and its sum counts double.
 */
export type Revision =
  | { kind: 'meant' | 'doubted'; note: number; number: number }
  | { kind: 'exchanged'; note: number; other: number }
  | { kind: 'void' | 'kept' | 'twice'; note: number }

/**
 * The requests for which the lower cap holds:
 * - `project`, `person`: those for this project, or of this person.
 * - `from`: those that asked for at least so many euros in the list, before any note.
 * - `later`: those whose person has another request further up in the list (that other one may be withdrawn).
 */
export type LowOf = { project: string } | { person: string } | { from: number } | { later: true }

/**
 * The requests for which no cap holds:
 * - `person`: all of this person.
 * - `number`: the one with this number.
 * - `sole`: those whose person has no other request that was not withdrawn.
 * - `under`: those that ask for less than listed after the notes.
 */
export type Exempt = { person: string } | { number: number } | { sole: true } | { under: true }

/**
 * "Granted" is what is granted after step 4. All lists of numbers ascend.
 * - `grants`: a record of each request that was not withdrawn, by ascending number: its number, the euros granted.
 * - `people`: a record of each person with such a request, by the alphabet: the name, all euros granted to them.
 * - `reduced`: the numbers of the requests that were granted less than `asked`; there is one.
 * - `full`: the numbers of the requests that were granted `asked` in full; there is one.
 * - `content`: who has a request that was not withdrawn, and all of whose such requests were granted in full, by the
 *   alphabet; there is one.
 * - `halved`: the numbers of the requests that were granted less than `asked`, but at least half of it; there is one.
 * - `total`: all that is granted.
 * - `cut`: the sum of what the requests were granted less than `asked`.
 * - `project`: what is granted for the project of `project`.
 * - `left`: what is left of `pot`.
 * - `most`: the greatest sum that is granted for one project, all its requests together.
 * - `totalWithout`: all that would be granted if the note `without` had never been made (the other notes keep their
 *   numbers).
 */
export type BudgetFacet =
  | 'grants'
  | 'people'
  | 'reduced'
  | 'full'
  | 'content'
  | 'halved'
  | 'total'
  | 'cut'
  | 'project'
  | 'left'
  | 'most'
  | 'totalWithout'
