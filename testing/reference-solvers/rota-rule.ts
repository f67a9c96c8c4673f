import type { Change, RotaPlan, Rule } from '../../tools/challenges/tasks/families/rota/rota-plan.ts'

export interface Shift {
  day: number
  isLate: boolean
  person: string
}

/** Whether the rule forbids a change that results in these shifts and gives some to `getters`. */
export function isForbidden(
  getters: string[],
  shifts: Shift[],
  change: Change,
  { keeper, rule }: Pick<RotaPlan, 'keeper' | 'rule'>,
): boolean {
  if (rule.except === 'swaps' && change.kind === 'swap') return false
  if (rule.except === 'covers' && change.kind === 'cover') return false
  return getters.some(getter => {
    const theirs = shifts.filter(({ person }) => person === getter)
    if (rule.except === 'keeper' && getter === keeper) return false
    if (rule.except === 'twoEarly' && theirs.filter(({ isLate }) => !isLate).length >= 2) return false
    return isInState(theirs, rule)
  })
}

function isInState(theirs: Shift[], { state, most }: Rule): boolean {
  const lates = theirs.filter(({ isLate }) => isLate)
  const earlies = theirs.filter(({ isLate }) => !isLate)
  const hasDay = (some: Shift[], day: number) => some.some(shift => shift.day === day)
  if (state === 'manyShifts') return theirs.length > most!
  if (state === 'manyLate') return lates.length > most!
  if (state === 'daysInRow') return theirs.some(({ day }) => hasDay(theirs, day + 1) && hasDay(theirs, day + 2))
  return lates.some(({ day }) => hasDay(earlies, state === 'bothOfDay' ? day : day + 1))
}
