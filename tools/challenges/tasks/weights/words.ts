import type { Forms } from '../frame/forms.ts'
import type { Crate, Fault, Remark, WeightsFacet } from './plan.ts'

/** The sentences of one language, each in all its forms. */
export interface WeightsWords {
  /** `{count} {one} {other}` */
  scene: Forms
  /** What was shown for `{name}`: `{kg}`, or by comparison with `{than} {and} {by} {sum}`. */
  crate: Record<Crate['kind'], Forms>
  /** `{names} {scale}` */
  on: Forms
  /** `{names} {scale}`, and all others on `{other}`. */
  onAndOthers: Forms
  shown: Forms
  /** `{scale} {by}`, and `{right}` without a fault. */
  fault: Record<Fault['kind'], Forms>
  /** Of both scales; `{one} {what}`, `{other} {otherWhat}`. */
  faults: Forms
  /** `{by}` */
  what: Record<Fault['kind'], Forms>
  /** `{from}` */
  from: Forms
  /** `{crate}` */
  exact: Forms
  /** `{crates}` */
  exactBoth: Forms
  /** `{crate} {kg}` */
  label: Forms
  /** `{remark}` */
  later: Forms
  /** `{crate} {to} {from} {by}`; of a number in a comparison with `{than}`, a difference or a sum. */
  remark: Record<Exclude<Remark['kind'], 'figure'> | 'differs' | 'addsUp', Forms>
  /** `{count} {crate} {one} {other} {scale} {limit}` */
  facet: Record<WeightsFacet['kind'], Forms>
}
