import type { Amount } from '../frame/amount.ts'
import type { Asked } from '../frame/forms.ts'

/**
 * Four to six crates were weighed, each on one of two scales, and what the scales showed is told by comparison.
 *
 * `crates` says of each what was shown (in kilograms): `exactly` that much; so much `more` or `less` than was shown for the
 * crate `than`; what was shown for the crates `than` and `and` `together`; `twice` as much as for `than`; or, for `rest`,
 * what was shown for it and for `than` adds up to `sum`. (Each leans on crates before it; the text has them in any order.)
 * `scale` says on which of the two it was weighed. The comparisons are of what was shown.
 *
 * A scale that is named in `faults` shows `by` kilograms too much (`over`) or too little (`under`); where there is `from`,
 * only when what is shown is `from` kilograms or more. The other scale is right. For the crates in `exact` (none, one or
 * two) what was shown is the true weight in any case. `labels` are weights printed on crates, which change nothing.
 *
 * `remarks` were added later, and say how the rest is to be read. Their order does not matter.
 * - `otherScale`: the `crate` was weighed on the other scale than the one told. `stillScale`: this was thought, but is not so.
 * - `exchanged`: what is told of each scale's fault, or of its having none, is true of the other scale.
 * - `by`: the number in the only fault is `to`. `figure`: the number in the comparison told of the `crate` is `to`.
 * - `exempt`: not the crate `from`, but the crate `to` is the exception (the only one).
 * - `shifted`: after the weighing, `by` kilograms were moved from the crate `from` into the crate `to`; the weights asked
 *   for are those afterwards. `unshifted`: this was intended, but not done.
 */
export interface WeightsPlan {
  crates: Crate[]
  scales: [string, string]
  faults: Fault[]
  exact: string[]
  labels: { crate: string; kilograms: number }[]
  remarks: Remark[]
  asked: Asked<WeightsFacet>[]
}

export type Crate = { name: string; scale: string } & (
  | { kind: 'exactly'; kilograms: Amount }
  | { kind: 'more' | 'less'; than: string; by: number }
  | { kind: 'together'; than: string; and: string }
  | { kind: 'twice'; than: string }
  | { kind: 'rest'; than: string; sum: number }
)

export interface Fault {
  scale: string
  kind: 'over' | 'under'
  by: number
  from?: number
}

export type Remark =
  | { kind: 'otherScale'; crate: string }
  | { kind: 'stillScale'; crate: string }
  | { kind: 'exchanged' }
  | { kind: 'by'; to: number }
  | { kind: 'figure'; crate: string; to: number }
  | { kind: 'exempt'; from: string; to: string }
  | { kind: 'shifted'; from: string; to: string; by: number }
  | { kind: 'unshifted'; from: string; to: string; by: number }

/**
 * True weights, of which no two are the same, in kilograms and with all remarks, unless said otherwise:
 * - `lightest`, `heaviest`: the names of all crates by weight, the lightest or heaviest first. `asShown`: the names by what
 *   was shown for them, the least first (no two are the same).
 * - `weight`: that of the `crate`. `shown`: what was shown for it. `unremarked`: its weight if there were no remarks.
 *   `unexcepted`: its weight if no crate were in `exact` (nor made so by a remark).
 * - `sum`: of the crates `one` and `other`. `difference`: between them. `total`: of all crates. `span`: between the heaviest
 *   and the lightest. `others`: the sum of all but the `crate`. `onScale`: of all weighed on the `scale`.
 * - `secondLightest`, `secondHeaviest`, `heaviestOn` (of those weighed on the `scale`), `next` (the lightest of those that
 *   are heavier than the `crate`): a name.
 * - `above`: how many weigh more than `limit`. `aboveOn`: the names of those weighed on the `scale` that weigh more than
 *   `limit`, in any order. `heavier`: the names of those that are heavier than the `crate`, in any order.
 * - `off`: for how many what was shown is not the true weight (nothing was moved then).
 */
export type WeightsFacet =
  | { kind: 'lightest' | 'heaviest' | 'asShown' | 'total' | 'span' | 'secondLightest' | 'secondHeaviest' | 'off' }
  | { kind: 'weight' | 'shown' | 'unremarked' | 'unexcepted' | 'others' | 'next' | 'heavier'; crate: string }
  | { kind: 'sum' | 'difference'; one: string; other: string }
  | { kind: 'onScale' | 'heaviestOn'; scale: string }
  | { kind: 'above'; limit: number }
  | { kind: 'aboveOn'; scale: string; limit: number }
