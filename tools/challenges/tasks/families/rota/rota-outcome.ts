import type { Change, Cover, Day, Revision, RotaPlan, Rule } from './rota-plan.ts'

export interface Numbered {
  number: number
  change: Change
}

export interface Outcome {
  rota: Day[]
  /**
   * The numbers of the changes that failed for other reasons than the rule, and of those that only the rule forbade.
   */
  stopped: number[]
  ruled: number[]
}

type Shift = 'early' | 'late'
const SHIFTS: readonly Shift[] = ['early', 'late']

export const holdsOn = (rota: Day[], name: string, when: number): Shift[] =>
  SHIFTS.filter(shift => rota.find(({ day }) => day === when)?.[shift] === name)

/** The intended changes in the order of execution. */
export function revised({ changes, revision }: Pick<RotaPlan, 'changes' | 'revision'>): Numbered[] {
  const numbered = changes.map((change, at) => ({ number: at + 1, change: mended(change, at + 1, revision) }))
  if (revision.kind !== 'order') return numbered
  const [one, other] = [revision.change - 1, revision.other - 1]
  return numbered.with(one, numbered[other]!).with(other, numbered[one]!)
}

function mended(change: Change, number: number, revision: Revision): Change {
  if (revision.change !== number) return change
  if (revision.kind === 'day' && change.kind === 'cover') return { ...change, day: revision.to }
  return revision.kind === 'person' ? renamed(change, revision.from, revision.to) : change
}

export function renamed(change: Change, from: string, to: string): Change {
  const other = (name: string) => (name === from ? to : name)
  if (change.kind === 'swap') return { ...change, one: other(change.one), other: other(change.other) }
  const by = 'name' in change.by ? { name: other(change.by.name) } : change.by
  return { ...change, person: other(change.person), by }
}

export const takerOf = (rota: Day[], { by }: Cover): string =>
  'name' in by ? by.name : rota.find(({ day }) => day === by.day)![by.shift]

/** Who gets whose shift on which day. */
function movesOf(rota: Day[], change: Change): { from: string; day: number; to: string }[] {
  if (change.kind === 'cover') return [{ from: change.person, day: change.day, to: takerOf(rota, change) }]
  const { one, oneDay, other, otherDay } = change
  return [
    { from: one, day: oneDay, to: other },
    { from: other, day: otherDay, to: one },
  ]
}

/** The rota after the change; none if the change is impossible. */
function changedBy(rota: Day[], change: Change): Day[] | undefined {
  const moves = movesOf(rota, change)
  const isPossible = moves.every(({ from, day, to }) => from !== to && holdsOn(rota, from, day).length > 0)
  if (!isPossible) return undefined
  return rota.map(day => {
    const given = (name: string) => moves.find(move => move.day === day.day && move.from === name)?.to ?? name
    return { day: day.day, early: given(day.early), late: given(day.late) }
  })
}

const STATES: Record<Rule['state'], (rota: Day[], name: string, most: number) => boolean> = {
  bothOfDay: (rota, name) => rota.some(({ early, late }) => early === name && late === name),
  lateThenEarly: (rota, name) => rota.some(({ late }, at) => late === name && rota[at + 1]?.early === name),
  manyShifts: (rota, name, most) => rota.flatMap(({ day }) => holdsOn(rota, name, day)).length > most,
  manyLate: (rota, name, most) => rota.filter(({ late }) => late === name).length > most,
  daysInRow: (rota, name) =>
    rota.some((_, at) => at > 1 && [at - 2, at - 1, at].every(on => holdsOn(rota, name, rota[on]!.day).length > 0)),
}

function isForbidden({ rule, keeper }: Pick<RotaPlan, 'rule' | 'keeper'>, before: Day[], after: Day[], change: Change) {
  if (rule.except === `${change.kind}s`) return false
  return movesOf(before, change).some(({ to }) => {
    if (rule.except === 'keeper' && to === keeper) return false
    if (rule.except === 'twoEarly' && after.filter(({ early }) => early === to).length >= 2) return false
    return STATES[rule.state](after, to, rule.most ?? 0)
  })
}

/** The numbers of the changes that a verdict stops. */
export function stoppedBy({ verdicts, revision }: Pick<RotaPlan, 'verdicts' | 'revision'>): number[] {
  return verdicts
    .filter(({ kind }) => kind === 'refused' || kind === 'calledOff')
    .map(({ change }) => (revision.kind === 'verdict' && revision.change === change ? revision.other : change))
}

export type Ruled = Pick<RotaPlan, 'rota' | 'changes' | 'verdicts' | 'revision' | 'rule' | 'keeper'>

/** The result of some of the changes, executed one after the other. */
export function carryOut(plan: Ruled, changes: Numbered[]): Outcome {
  const stoppedByVerdict = stoppedBy(plan)
  const outcome: Outcome = { rota: plan.rota, stopped: [], ruled: [] }
  for (const { number, change } of changes) {
    const next = stoppedByVerdict.includes(number) ? undefined : changedBy(outcome.rota, change)
    if (next === undefined) outcome.stopped.push(number)
    else if (isForbidden(plan, outcome.rota, next, change)) outcome.ruled.push(number)
    else outcome.rota = next
  }
  return outcome
}

/** The result of all changes, or of all except one. */
export const outcomeOf = (plan: Ruled, without?: number): Outcome =>
  carryOut(
    plan,
    revised(plan).filter(({ number }) => number !== without),
  )
