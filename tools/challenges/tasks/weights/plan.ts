import type { Amount } from '../frame/amount.ts'

/**
 * Five crates were weighed, each on one of two scales, and what the scales showed is told by comparison.
 *
 * `crates` says of each what was shown (in kilograms): `exactly` that much; so much `more` or `less` than was shown for the
 * crate `than`; or what was shown for the crate `than` and for the crate `and` `together`. (Each leans on crates before it;
 * the text has them in any order.) `scale` says on which of the two it was weighed.
 *
 * The scale `wrong` shows `excess` kilograms too much, always, but for the crate `exact`, for which what was shown is the
 * true weight. The other scale is right. The comparisons are of what was shown. `label` is the weight printed on a crate,
 * which is not to be relied on and changes nothing.
 *
 * The answer has three members, called as `members` says: `order`, the names of all five crates by their true weight,
 * lightest first (heaviest first where `isHeaviestFirst`); `first` and `second`, the true weights in kilograms of the crates
 * `asked.first` and `asked.second`. No two true weights are the same.
 */
export interface WeightsPlan {
  crates: Crate[]
  scales: [string, string]
  wrong: string
  excess: number
  exact: string
  label: { crate: string; kilograms: number }
  isHeaviestFirst: boolean
  asked: { first: string; second: string }
  members: { order: string; first: string; second: string }
}

export type Crate = { name: string; scale: string } & (
  | { kind: 'exactly'; kilograms: Amount }
  | { kind: 'more' | 'less'; than: string; by: number }
  | { kind: 'together'; than: string; and: string }
)
