import type { Json } from '../frame/family.ts'
import type { RegroupPlan } from '../regroup/plan.ts'
import { answersOfTally, mostBy, reckoned, slipsOf } from './tally.ts'

/** Takes the one with the most hours out of those who are left, again and again, and puts them where they belong. */
export function solveRegroup(plan: RegroupPlan): Json {
  const { members, moved, split } = plan
  const people = plan.volunteers.map(({ name }) => name)
  const list = plan.volunteers.flatMap(({ name, day, evening }) => [
    { person: name, place: 'day' as const, number: day.value },
    { person: name, place: 'evening' as const, number: evening },
  ])
  const { hasAt, totalOf } = reckoned(people, [...list, ...slipsOf(plan)], plan.rule)
  const isMoved = (name: string) =>
    moved.persons ? moved.persons.includes(name) : hasAt(name, 'evening') > hasAt(name, 'day')
  const isBySplit = (name: string, rank: number) => {
    if (split.kind === 'above') return totalOf(name) > totalOf(split.person)
    return split.kind === 'top' ? rank < split.number : totalOf(name) >= split.number
  }
  const groups: Record<'upper' | 'lower', string[]> = { upper: [], lower: [] }
  let left = people
  for (let rank = 0; left.length > 0; rank++) {
    const next = mostBy(left, totalOf)
    const group = isBySplit(next, rank) !== isMoved(next) ? groups.upper : groups.lower
    if (plan.isFewestFirst) group.unshift(next)
    else group.push(next)
    left = left.filter(name => name !== next)
  }
  const lists = Object.entries(members).map(([group, member]) => [member, groups[group as 'upper' | 'lower']])
  return { ...Object.fromEntries(lists), ...answersOfTally(people, list, plan) }
}
