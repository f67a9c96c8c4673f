import type { Forms } from '../frame/forms.ts'
import type { Hint, SeatingEvent, SeatingFacet, SeatingPlan } from './plan.ts'

/** The sentences of one language, each in all its forms. */
export interface SeatingWords {
  /** `{people} {count} {last}` */
  scene: Forms
  /** Where one seat is empty. */
  sceneEmpty: Forms
  /** `{one} {other} {third} {seats} {difference} {seat} {a} {b}` */
  clue: Record<Hint['kind'], Forms>
  /** The same as a clause that follows "that". */
  that: Record<Hint['kind'], Forms>
  /** "two seats" */
  seats(count: number): string
  /** `{that}` */
  refuted: Forms
  confirmed: Forms
  rumour: Forms
  /** That clues are of the time before the events. */
  first: Forms
  /** Before one event, and before several. */
  later: { one: Forms; more: Forms }
  /** `{one} {other} {a} {b} {last}` */
  event: Record<SeatingEvent['kind'], Forms>
  /** `{name} {seat}` */
  before: Forms
  /** `{price} {step} {last}` */
  price: { fromLeft: Forms; fromRight: Forms }
  /** `{coins} {person} {last}` */
  off: Record<NonNullable<SeatingPlan['off']>['kind'], Forms>
  /** `{count} {person} {one} {other} {seat} {limit} {last}` */
  facet: Record<SeatingFacet['kind'], Forms>
}
