import type { Forms } from '../frame/forms.ts'
import type { Units } from '../frame/tally-words.ts'
import type { Shift } from './plan.ts'

/** The sentences of one language, each in all its forms. */
export interface RegroupWords {
  /** `{count}` */
  scene: Forms
  list: { dayFirst: Forms; eveningFirst: Forms }
  one: Forms
  /** `{count}` */
  notes: Forms
  units: Units<Shift>
  /** `{upper} {lower} {number} {who}`. */
  split: Record<'atLeast' | 'top' | 'above', Forms>
  /** `{one} {other}`, `{who}`. */
  moved: { persons: Forms; person: Forms; evening: Forms }
  order: { fewest: string; most: string }
  /** `{group} {order}`. */
  group: Forms
  /** `{member} {group}`. */
  sameFor: Forms
}
