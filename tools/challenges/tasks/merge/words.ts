import type { Forms } from '../frame/forms.ts'
import type { Mark, Measure, MergeEvent, MergePlan, MergeRule, Revision, World } from './plan.ts'

/** The sentences of one language, each in all its forms. */
export interface MergeWords {
  scene: Forms
  older: Forms
  newer: Forms
  marks: Forms
  /** The one who is told by their number in a register, as a noun phrase. */
  person: Record<'older' | 'newer', Record<'highest' | 'lowest', string>>
  /** `{name} {n}` */
  entry: Forms
  /** `{n}` above or below the number of `{base}` in the same register. */
  entryAbove: Forms
  entryBelow: Forms
  /** What comes before the events; `{count}`. */
  intro: Forms
  events: Record<MergeEvent['kind'], Forms>
  revisions: Record<Revision['kind'], Forms>
  /** The entry that counts, and the condition under which it does not. */
  both: Forms
  winners: Record<MergeRule['winner'], string>
  exceptions: Record<MergeRule['exception']['kind'], string>
  single: Record<MergeRule['single']['kind'], Forms>
  mark: Record<Mark, string>
  list: Forms
  orders: Record<MergePlan['order'], string>
  measures: Record<Measure['kind'], Forms>
  worlds: Record<Exclude<World['kind'], 'real'>, Forms>
}
