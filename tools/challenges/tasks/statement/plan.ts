import type { Amount } from '../frame/amount.ts'
import type { About } from '../frame/family.ts'

/**
 * A statement about the asked agent itself, whose fields follow from its registered entry (`about`, served as it is) by
 * rules told in prose.
 *
 * The agent's points are `base`, and `each` for every registered interest, and `bonus` more if it has fewer than `few`
 * interests. Three others have points of their own; `others` tells them in an order in which each leans on one told
 * before: `exactly` that many, or so many `more` or `fewer` than the person `than`. No two of the four have the same.
 * `badge` is a distinction that somebody has, and which counts for nothing.
 *
 * The answer has four members, called as `members` says:
 * - `shown`: the agent's registered name if the number of its interests is even (none is even), else its handle; the other
 *   way about where `isOddName`.
 * - `points`: the agent's points.
 * - `topics`: the registered interests in their order with `cut` applied (`first`: without the first, `last`: without the
 *   last, `reversed`: all, in the reverse order), and `topic` put before all of them (`at` is `front`) or after (`end`).
 * - `beside`: if `asks` is `next_above`, the name of the one of the three others who has the fewest points among those that
 *   have more than the agent; if it is `next_below`, the one with the most points among those that have fewer. There is one.
 */
export interface StatementPlan {
  about: About
  base: Amount
  each: number
  few: number
  bonus: number
  others: OtherPoints[]
  badge: { holder: string; points: number }
  isOddName: boolean
  cut: 'first' | 'last' | 'reversed'
  topic: string
  at: 'front' | 'end'
  asks: 'next_above' | 'next_below'
  members: { shown: string; points: string; topics: string; beside: string }
}

export type OtherPoints = { name: string } & (
  | { kind: 'exactly'; points: number }
  | { kind: 'more' | 'fewer'; than: string; by: number }
)
