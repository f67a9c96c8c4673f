import type { Json } from '../frame/family.ts'
import type { Entry, Measure, MergePlan, Person, World } from '../merge/plan.ts'
import { type Step, stepsAsRead } from './moves.ts'

/** Asks for each name that any register has which entry is theirs, in place of writing one register over the other. */
export function solveMerge(plan: MergePlan): Json {
  const { members } = plan
  const list = listIn(plan, { kind: 'real' }).sort((one, other) => one.locker - other.locker)
  if (plan.order === 'descending') list.reverse()
  return {
    [members.list]: list.map(({ name, locker }) => ({ [members.name]: name, [members.locker]: locker })),
    ...Object.fromEntries(
      plan.asked.map(({ member, measure, world }) => [member, measured(measure, listIn(plan, world), plan)]),
    ),
  }
}

interface Place {
  name: string
  locker: number
}

const numberIn = (register: Entry[], of: string) => register.find(({ name }) => name === of)?.locker.value

const namesIn = ({ older, newer }: MergePlan) => [...new Set([...older, ...newer].map(({ name }) => name))]

function listIn(plan: MergePlan, world: World): Place[] {
  const list = namesIn(plan).flatMap(name => {
    const locker = lockerOf(name, plan, world.kind === 'otherEntry')
    return locker === undefined ? [] : [{ name, locker }]
  })
  if (world.kind === 'withoutEvents') return list
  const steps = plan.events.map(({ kind, one, other }, at) => ({
    number: at + 1,
    kind,
    one: nameOf(one, plan),
    other: nameOf(other, plan),
  }))
  const read = world.kind === 'withoutRevision' || !plan.revision ? steps : stepsAsRead(steps, plan.revision)
  const happened = read.filter(({ number }) => world.kind !== 'withoutEvent' || number !== world.at)
  return happened.reduce((before, step) => listAfter(step, before), list)
}

/** Nothing where no entry of theirs counts. */
function lockerOf(name: string, { older, newer, rule }: MergePlan, isOther: boolean): number | undefined {
  const [old, fresh] = [numberIn(older, name), numberIn(newer, name)]
  const isMarked = newer.some(entry => entry.name === name && entry.mark === rule.mark)
  if (old === undefined || fresh === undefined) {
    const only = (old ?? fresh)!
    if (rule.single.kind === 'from') return only < rule.single.limit ? undefined : only
    return rule.single.kind === 'unmarked' && isMarked ? undefined : only
  }
  const isExcepted = {
    marked: () => isMarked,
    near: () => 'by' in rule.exception && Math.abs(old - fresh) <= rule.exception.by,
    above: () => 'limit' in rule.exception && fresh > rule.exception.limit,
  }[rule.exception.kind]()
  const winner = { newer: fresh, older: old, higher: Math.max(old, fresh), lower: Math.min(old, fresh) }[rule.winner]
  return isExcepted === isOther ? winner : old + fresh - winner
}

function nameOf(person: Person, plan: MergePlan): string {
  if ('name' in person) return person.name
  const ascending = plan[person.register].toSorted((one, other) => one.locker.value - other.locker.value)
  return ascending.at(person.end === 'highest' ? -1 : 0)!.name
}

function listAfter({ kind, one, other, number }: Step<string>, list: Place[]): Place[] {
  const [first, second] = [one, other].map(of => list.find(({ name }) => name === of))
  if (!first || !second) throw new Error(`${first ? other : one} is not in the list at event ${number}`)
  const without = list.filter(({ name }) => name !== one)
  if (kind === 'leave') return without
  if (kind === 'handover') return [...without.filter(({ name }) => name !== other), { ...second, locker: first.locker }]
  if (kind !== 'exchange') return list
  const others = without.filter(({ name }) => name !== other)
  return [...others, { ...first, locker: second.locker }, { ...second, locker: first.locker }]
}

function measured(measure: Measure, list: Place[], plan: MergePlan): Json {
  const ascending = list.toSorted((one, other) => one.locker - other.locker)
  const numbers = ascending.map(({ locker }) => locker)
  const at = (of: string) => list.find(({ name }) => name === of)!.locker
  const isOlder = ({ name, locker }: Place) => numberIn(plan.older, name) === locker
  switch (measure.kind) {
    case 'span':
      return numbers.at(-1)! - numbers[0]!
    case 'second':
      return numbers.at(-2)!
    case 'lowest':
      return numbers[0]! + numbers[1]!
    case 'third':
    case 'first':
      return ascending[measure.kind === 'third' ? 2 : 0]!.name
    case 'next':
      return ascending[ascending.findIndex(({ name }) => name === measure.one) + 1]!.name
    case 'size':
      return numbers.length
    case 'fresh':
      return list.filter(({ name, locker }) => numberIn(plan.newer, name) === locker).length
    case 'over':
      return list.flatMap(({ name, locker }) => (locker > measure.above ? [name] : [])).sort()
    case 'out':
      return namesIn(plan)
        .filter(name => list.every(place => place.name !== name))
        .sort()
    case 'gap':
      return Math.abs(at(measure.one) - at(measure.other))
    case 'moved':
      return list.filter(place => !isOlder(place) && numberIn(plan.newer, place.name) !== place.locker).length
    case 'kept':
      return list.filter(place => isOlder(place) && place.locker > measure.above).length
  }
}
