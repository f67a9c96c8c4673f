/**
 * A statement about the answering agent, whose fields follow from its registered entry, which is the input, by rules told in
 * prose. The plan is drawn without the entry, and has one answer for any.
 *
 * The agent's points are `amount`, and `each` for every registered interest, and `bonus` more if it has fewer than `few`
 * interests. Three others have points of their own; `others` lists them in an order in which each leans on one before:
 * `exactly` that many, or so many `more` or `fewer` than the person `than`. No two of the three have the same.
 * `badge` is a distractor: something that `holder` has, and that counts for nothing.
 *
 * The answer has four members, called as `members` says:
 * - `shown`: the agent's registered name if the number of its interests is even (none is even), else its handle; the other
 *   way about where `isOddName`.
 * - `points`: the agent's points.
 * - `topics`: the registered interests in their order with `cut` applied (`first`: without the first, `last`: without the
 *   last, `reversed`: all, in the reverse order), and `topic` put before all of them (`at` is `front`) or after (`end`).
 * - `table`: the names of the three and the agent's handle, by points, the most first; at equal points the agent stands
 *   before the other where `isAgentFirst`, else after.
 */
export interface StatementPlan {
  amount: number
  each: number
  few: number
  bonus: number
  others: OtherPoints[]
  badge: { holder: string; points: number }
  isOddName: boolean
  cut: 'first' | 'last' | 'reversed'
  topic: string
  at: 'front' | 'end'
  isAgentFirst: boolean
  members: { shown: string; points: string; topics: string; table: string }
}

export type OtherPoints = { name: string } & (
  | { kind: 'exactly'; points: number }
  | { kind: 'more' | 'fewer'; than: string; by: number }
)
