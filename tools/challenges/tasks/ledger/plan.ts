import type { Amount } from '../frame/amount.ts'
import type { Tally, TallyAsked } from '../frame/tally.ts'

/**
 * Four players' points in three rounds, with notes told later.
 *
 * `entries` are the sheet's: the points of a player in a round, a number or, where there is `as`, told by another entry of
 * the same round: as many as the sheet has there for the player `as.player`, and `as.more` more (whatever the notes
 * say). A player without an entry in a round has none there.
 *
 * The rounds are the places of the tally: see there for `notes`, `revision` and `rule`.
 *
 * The answer has the members `members.best` and `members.worst`, the names of the players with the greatest and the least
 * total, and those of `asked`.
 */
export interface LedgerPlan extends Tally<number> {
  players: string[]
  entries: LedgerEntry[]
  members: { best: string; worst: string }
  asked: TallyAsked<number>[]
}

export type LedgerEntry = { round: number; player: string } & (
  | { points: Amount; as?: undefined }
  | { points?: undefined; as: { player: string; more: number } }
)
