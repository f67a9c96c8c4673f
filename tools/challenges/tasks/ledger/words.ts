import type { Forms } from '../frame/forms.ts'
import type { Units } from '../frame/tally-words.ts'

/** The sentences of one language, each in all its forms. */
export interface LedgerWords {
  /** `{players}` */
  scene: Forms
  /** `{round} {entries}` */
  round: Forms
  /** `{player} {as} {more}` */
  leaning: Forms
  sheet: Forms
  /** `{count}` */
  notes: Forms
  units: Units<number>
}
