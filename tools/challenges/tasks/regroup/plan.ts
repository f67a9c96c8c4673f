import type { Amount } from '../frame/amount.ts'
import type { Tally, TallyAsked } from '../frame/tally.ts'

/**
 * The hours of five to seven volunteers are to be regrouped from prose into two lists.
 *
 * `volunteers` is the list: how many hours each helped by `day` and in the `evening`, which are the two places of the tally
 * (see there for `notes`, `revisions` and `rule`). A person's counted hours are the total.
 *
 * `split` says who belongs to the group `groups.upper`: those who have `atLeast` that many counted hours; the `top` so many
 * by counted hours; those who have more of them than the person `above`. All others belong to `groups.lower`. Then some are put
 * into the other group than that: the one or two of `moved.persons`; or, where it has none, all who have more hours
 * in the evening than by day (by list, notes and revisions; each hour once).
 *
 * The answer has the members `members.upper` and `members.lower`, or only one of them, the names of each group, ordered by
 * counted hours, most first (fewest first where `isFewestFirst`), and those of `asked`. Each group has two or more, and nobody has as many
 * hours in the evening as by day.
 */
export interface RegroupPlan extends Tally<Shift> {
  volunteers: Volunteer[]
  groups: { upper: string; lower: string }
  split: { kind: 'atLeast' | 'top'; number: number } | { kind: 'above'; person: string }
  moved: { persons?: string[] }
  isFewestFirst: boolean
  members: { upper?: string; lower?: string }
  asked: TallyAsked<Shift>[]
}

export const SHIFTS = ['day', 'evening'] as const
export type Shift = (typeof SHIFTS)[number]

export interface Volunteer {
  name: string
  day: Amount
  evening: number
}
