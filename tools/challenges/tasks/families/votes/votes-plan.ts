import type { Asked } from '../../engine/family.ts'

/**
 * Members vote by ballot on proposals. `proposals` stand in the order in which they were handed in.
 *
 * First `revision` is applied to `ballots` (see there). Then it is settled which ballots are valid, and for what:
 * - A ballot names one proposal, or two: `second` is then the one that stands below. Two names make a ballot void where
 *   `twoNames` is `void`; where it is `upper` (`lower`), it counts for the name above (below).
 * - A ballot that `isLate` counts as `late` says: `always`: as if it were not late. `never`: it is void. `oneName`: it is
 *   void if it has two names, else as if it were not late. `tie`: the late ballots are all as if they were not late if,
 *   by the other ballots alone, two or more proposals would share the greatest number of votes; else all are void.
 *   (A late ballot with two names that is not void for being late still is under `twoNames`.)
 * - `before` and `told` change nothing, see `Ballot`.
 * - Each valid ballot is one vote. Of proposals with the same number of votes the one that was handed in earlier ranks
 *   higher where `tie` is `earlier`, the one handed in later where it is `later`.
 *
 * `amount` members, beside the voters of `ballots`, have handed in no ballot at all.
 * `outsider` is the distractor: no member, no ballot, of no account; not counted among the members either.
 */
export interface VotesPlan {
  proposals: string[]
  ballots: Ballot[]
  revision: Revision
  twoNames: 'void' | 'upper' | 'lower'
  late: 'always' | 'never' | 'oneName' | 'tie'
  tie: 'earlier' | 'later'
  amount: number
  outsider: { person: string; proposal: string }
  /** Where `winnerWithout` is asked for: a voter whom `revision` does not name. */
  without?: string
  /** The answer is an object with these members. */
  asked: Asked<VoteFacet>[]
}

export interface Ballot {
  voter: string
  proposal: string
  second?: string
  /** Another name that was struck out and does not count, or that the voter nearly put in place of `proposal`. */
  before?: string
  isLate?: true
  /**
   * How a ballot without further ado is told where it looks like another. `kept`: the voter struck `proposal` out for
   * `before`, and then made it `proposal` again. `inTime`: it was taken for late, but was not. Of no account.
   */
  told?: 'kept' | 'inTime'
}

/**
 * - `exchanged`: what is told of the ballot of `one` is true of that of `other`, and the other way round (names and
 *   lateness alike).
 * - `doubted`: that was claimed, but is not so.
 * - `misread`: on the ballot of `voter`, with one name, `to` stands in place of `proposal`.
 * - `withdrawn`: `voter` took the ballot back: a member without a ballot, which is then neither valid nor void.
 * - `restored`: `voter` took it back, and then handed it in again as it was (in time, if it had been): of no account.
 */
export type Revision =
  | { kind: 'exchanged' | 'doubted'; one: string; other: string }
  | { kind: 'misread'; voter: string; to: string }
  | { kind: 'withdrawn' | 'restored'; voter: string }

/**
 * - `ranking`: all proposals, the winner first.
 * - `winner`, `runnerUp`, `last`: the first, second and last of the ranking.
 * - `winnerWithout`: who would win if `without` had handed in no ballot.
 * - `behind`: the proposals that have at least two votes less than the winner, in the order of `ranking`; there is one.
 * - `supporters`: whose valid ballots count for the winner, by the alphabet; there is one.
 * - `others`: whose valid ballots count for another than the winner, by the alphabet; there is one.
 * - `voidVoters`: whose ballots are void, by the alphabet; there is at least one.
 * - `valid`: the number of valid ballots.
 * - `margin`: the winner's votes less those of the last.
 * - `silent`: members with no valid ballot: those who have none (withdrawn ones among them), and those whose is void.
 * - `notForWinner`: members whose vote did not go to the winner, for whatever reason.
 * - `members`: all members.
 */
export type VoteFacet =
  | 'ranking'
  | 'winner'
  | 'runnerUp'
  | 'last'
  | 'winnerWithout'
  | 'behind'
  | 'supporters'
  | 'others'
  | 'voidVoters'
  | 'valid'
  | 'margin'
  | 'silent'
  | 'notForWinner'
  | 'members'
