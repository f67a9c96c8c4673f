import type { Json } from '../../tools/challenges/tasks/engine/json.ts'
import type { Change, Cover, RotaPlan, Swap } from '../../tools/challenges/tasks/families/rota/rota-plan.ts'
import { answerOf, sumOf } from './answer-of.ts'
import { isForbidden, type Shift } from './rota-rule.ts'

/** Represents the rota as a list of single shifts with their persons, and applies each change to it. */
export function solveRota(plan: RotaPlan): Json {
  const [first, second, third] = plan.inner
  const before = shiftsAtFirst(plan)
  const { shifts, failed, ruled } = carriedOut(plan)
  const days = plan.rota.map(({ day }) => day).sort((one, other) => one - other)
  const who = (all: Shift[], day: number, isLate: boolean) =>
    all.find(shift => shift.day === day && shift.isLate === isLate)!.person
  const countOf = (all: Shift[], name: string) => all.filter(({ person }) => person === name).length
  const people = [...new Set(shifts.map(({ person }) => person))].sort()
  const euros = (some: Shift[]) => sumOf(some.map(({ isLate }) => (isLate ? plan.pay.late : plan.pay.early)))
  const payBy = (all: Shift[]) => plan.amount + euros(all.filter(({ person }) => person === plan.paid))
  return answerOf(plan.asked, {
    table: () =>
      days.map(day => ({ [first]: day, [second]: who(shifts, day, false), [third]: who(shifts, day, true) })),
    people: () => people.map(name => ({ [second]: name, [third]: countOf(shifts, name) })),
    daysOf: () => days.filter(day => shifts.some(shift => shift.day === day && shift.person === plan.person)),
    changedDays: () =>
      days.filter(day => [false, true].some(isLate => who(before, day, isLate) !== who(shifts, day, isLate))),
    late: () => days.map(day => who(shifts, day, true)),
    failed: () => failed,
    ruled: () => ruled,
    gained: () => people.filter(name => countOf(shifts, name) > countOf(before, name)),
    noLate: () => people.filter(name => !shifts.some(({ isLate, person }) => isLate && person === name)),
    pay: () => payBy(shifts),
    payWithout: () => payBy(carriedOut(plan, plan.without!).shifts),
    earned: () => euros(shifts.filter(({ person }) => countOf(shifts, person) >= 2)),
  })
}

const shiftsAtFirst = ({ rota }: RotaPlan): Shift[] =>
  rota.flatMap(({ day, early, late }) => [
    { day, isLate: false, person: early },
    { day, isLate: true, person: late },
  ])

interface Outcome {
  shifts: Shift[]
  failed: number[]
  ruled: number[]
}

/** The outcome if the change `without` had never been requested. */
function carriedOut(plan: RotaPlan, without?: number): Outcome {
  const outcome: Outcome = { shifts: shiftsAtFirst(plan), failed: [], ruled: [] }
  for (const { number, change } of changesAsMeant(plan)) {
    if (number === without) continue
    const changed = isStopped(number, plan) ? undefined : shiftsAfter(outcome.shifts, change)
    if (changed && !isForbidden(changed.getters, changed.shifts, change, plan)) outcome.shifts = changed.shifts
    else {
      outcome.failed.push(number)
      if (changed) outcome.ruled.push(number)
    }
  }
  outcome.failed.sort((one, other) => one - other)
  outcome.ruled.sort((one, other) => one - other)
  return outcome
}

function isStopped(number: number, { revision, verdicts }: RotaPlan): boolean {
  const aboutOf = (change: number) =>
    revision.kind === 'verdict' && revision.change === change ? revision.other : change
  return verdicts.some(({ change, kind }) => aboutOf(change) === number && (kind === 'refused' || kind === 'calledOff'))
}

function changesAsMeant({ changes, revision }: RotaPlan): { number: number; change: Change }[] {
  const all = changes.map((change, index) => ({ number: index + 1, change }))
  if (revision.kind === 'order') {
    const [one, other] = [revision.change - 1, revision.other - 1]
    return all.with(one, all[other]!).with(other, all[one]!)
  }
  return all.map(({ number, change }) => ({
    number,
    change: 'change' in revision && revision.change === number ? asMeant(change, revision) : change,
  }))
}

function asMeant(change: Change, revision: RotaPlan['revision']): Change {
  if (revision.kind === 'day' && change.kind === 'cover') return { ...change, day: revision.to }
  if (revision.kind !== 'person') return change
  const named = (name: string) => (name === revision.from ? revision.to : name)
  if (change.kind === 'swap') return { ...change, one: named(change.one), other: named(change.other) }
  const by = 'name' in change.by ? { name: named(change.by.name) } : change.by
  return { ...change, person: named(change.person), by }
}

/** `undefined` if somebody would give away a shift that they do not have. */
const shiftsAfter = (shifts: Shift[], change: Change) =>
  change.kind === 'cover' ? covered(shifts, change) : swapped(shifts, change)

function covered(shifts: Shift[], { person, day, by }: Cover): { shifts: Shift[]; getters: string[] } | undefined {
  const at = placeOf(shifts, person, day)
  const getter =
    'name' in by
      ? by.name
      : shifts.find(shift => shift.day === by.day && shift.isLate === (by.shift === 'late'))!.person
  if (at === undefined) return undefined
  if (getter === person) throw new Error(`${person} would cover for themself`)
  return { shifts: shifts.with(at, { ...shifts[at]!, person: getter }), getters: [getter] }
}

function swapped(shifts: Shift[], change: Swap): { shifts: Shift[]; getters: string[] } | undefined {
  const { one, oneDay, other, otherDay } = change
  const [mine, theirs] = [placeOf(shifts, one, oneDay), placeOf(shifts, other, otherDay)]
  if (mine === undefined || theirs === undefined) return undefined
  const after = shifts
    .with(mine, { ...shifts[mine]!, person: other }) //
    .with(theirs, { ...shifts[theirs]!, person: one })
  return { shifts: after, getters: [one, other] }
}

function placeOf(shifts: Shift[], person: string, day: number): number | undefined {
  const places = shifts.flatMap((shift, at) => (shift.person === person && shift.day === day ? [at] : []))
  if (places.length > 1) throw new Error(`${person} has two shifts on ${day}`)
  return places[0]
}
