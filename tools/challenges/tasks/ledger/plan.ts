import type { Amount } from '../frame/amount.ts'
import type { Tally, TallyAsked } from '../frame/tally.ts'

/**
 * The points of four or five players in three rounds, with notes told later.
 *
 * `entries` are the sheet's: the points of a player in a round, a number or, where there is `as`, told by another entry of
 * the same round: as many as the sheet has there for the player `as.player`, and `as.more` more (whatever the notes
 * say). A player without an entry in a round has none there.
 *
 * The rounds are the places of the tally: see there for `notes`, `revisions` and `rule`. The answer has the members of `asked`.
 */
export interface LedgerPlan extends Tally<number> {
  players: string[]
  entries: LedgerEntry[]
  asked: TallyAsked<number>[]
}

export type LedgerEntry = { round: number; player: string } & (
  | { points: Amount; as?: undefined }
  | { points?: undefined; as: { player: string; more: number } }
)
