import type { Forms } from '../frame/forms.ts'
import type { Units } from '../frame/tally-words.ts'
import type { Shift } from './plan.ts'

/** The sentences of one language, each in all its forms. */
export interface RegroupWords {
  scene: Forms
  list: { dayFirst: Forms; eveningFirst: Forms }
  one: Forms
  notes: Forms
  units: Units<Shift>
  /** `{upper} {lower} {number} {who}`. */
  split: Record<'atLeast' | 'top' | 'above', Forms>
  /** `{one} {other}`. */
  moved: { persons: Forms; evening: Forms }
  order: { fewest: string; most: string }
  /** `{group} {order}`. */
  group: Forms
  /** `{member} {group}`. */
  sameFor: Forms
}
