import type { Json } from '../frame/family.ts'
import { askedOf, ranked, reckon, type Sheet } from '../frame/tally-answer.ts'
import type { RegroupPlan, Shift, Volunteer } from './plan.ts'

export const listOf = (volunteers: readonly Volunteer[]): Sheet<Shift> =>
  new Map(
    volunteers.map(({ name, day, evening }) => [
      name,
      new Map<Shift, number>([
        ['day', day.value],
        ['evening', evening],
      ]),
    ]),
  )

/** The names of both groups, by counted hours. */
export function grouped(plan: RegroupPlan, { sheet, totals }: ReturnType<typeof reckon<Shift>>) {
  const { isFewestFirst, moved, split } = plan
  const names = ranked(totals)
  const upper = (name: string) => {
    if (split.kind === 'above') return totals.get(name)! > totals.get(split.person)!
    return split.kind === 'top' ? names.indexOf(name) < split.number : totals.get(name)! >= split.number
  }
  const isMoved = (name: string) =>
    moved.persons ? moved.persons.includes(name) : sheet.get(name)!.get('evening')! > sheet.get(name)!.get('day')!
  const order = isFewestFirst ? names.toReversed() : names
  return {
    upper: order.filter(name => upper(name) !== isMoved(name)),
    lower: order.filter(name => upper(name) === isMoved(name)),
  }
}

export function regroupAnswer(plan: RegroupPlan): Json {
  const reckoned = reckon(listOf(plan.volunteers), plan)
  const { upper, lower } = grouped(plan, reckoned)
  const { members } = plan
  return {
    ...(members.upper ? { [members.upper]: upper } : {}),
    ...(members.lower ? { [members.lower]: lower } : {}),
    ...askedOf(reckoned, plan.asked),
  }
}
