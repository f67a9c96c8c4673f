import type { Json } from '../frame/family.ts'
import type { Entry, Measure, MergeEvent, MergePlan, Person, Revision, World } from './plan.ts'

export type Lockers = Map<string, number>
type Course = Pick<MergePlan, 'older' | 'newer' | 'rule' | 'events' | 'revision'>
interface Happening {
  kind: MergeEvent['kind']
  one: string
  other: string
}

export const isExcepted = (
  { rule: { exception, mark } }: Pick<MergePlan, 'rule'>,
  older: number,
  newer: MergePlan['newer'][number],
) => {
  if (exception.kind === 'marked') return newer.mark === mark
  if (exception.kind === 'near') return Math.abs(older - newer.locker.value) <= exception.by
  return newer.locker.value > exception.limit
}

const numberIn = (register: Entry[], name: string) => register.find(entry => entry.name === name)?.locker.value

/** The list by the rule; turned, with the other entry of everybody in both registers. */
export function listByRule(plan: Pick<MergePlan, 'older' | 'newer' | 'rule'>, isTurned: boolean): Lockers {
  const { older, newer, rule } = plan
  const lockers: Lockers = new Map()
  const single = (name: string, number: number, isMarked: boolean) => {
    if (rule.single.kind === 'from' && number < rule.single.limit) return
    if (rule.single.kind === 'unmarked' && isMarked) return
    lockers.set(name, number)
  }
  for (const { name, locker } of older) if (numberIn(newer, name) === undefined) single(name, locker.value, false)
  for (const entry of newer) {
    const [before, after] = [numberIn(older, entry.name), entry.locker.value]
    if (before === undefined) {
      single(entry.name, after, entry.mark === rule.mark)
      continue
    }
    const isHigher = rule.winner === 'higher' ? after > before : after < before
    const isNewer = rule.winner === 'newer' || (rule.winner !== 'older' && isHigher)
    const isOther = isExcepted(plan, before, entry) !== isTurned
    lockers.set(entry.name, isNewer !== isOther ? after : before)
  }
  return lockers
}

export function nameOf(plan: Pick<MergePlan, 'older' | 'newer'>, person: Person): string {
  if ('name' in person) return person.name
  const sorted = [...plan[person.register]].sort((a, b) => a.locker.value - b.locker.value)
  return sorted.at(person.end === 'highest' ? -1 : 0)!.name
}

function revised(events: Happening[], revision: Revision | undefined): Happening[] {
  if (!revision) return events
  if (revision.kind === 'order') {
    const [first, second] = [events[revision.first - 1]!, events[revision.second - 1]!]
    return events.map(event => (event === first ? second : event === second ? first : event))
  }
  const event = events[revision.at - 1]!
  const { one, other } = event
  const inPlace = (...those: Happening[]) => events.flatMap(each => (each === event ? those : [each]))
  if (revision.kind === 'instead') {
    const put = (name: string) => (name === revision.wrong ? revision.right : name)
    return inPlace({ ...event, one: put(one), other: put(other) })
  }
  if (revision.kind === 'struck') return inPlace()
  if (revision.kind === 'roles') return inPlace({ ...event, one: other, other: one })
  if (revision.kind === 'again') return [...events, { kind: 'exchange', one, other }]
  return events
}

function happeningsIn(plan: Course, world: World): Happening[] {
  if (world.kind === 'withoutEvents') return []
  const told = plan.events.map(({ kind, one, other }) => ({ kind, one: nameOf(plan, one), other: nameOf(plan, other) }))
  const all = world.kind === 'withoutRevision' ? told : revised(told, plan.revision)
  return world.kind === 'withoutEvent' ? all.filter(event => event !== told[world.at - 1]) : all
}

/** The list at the end of a world; none where somebody takes part in an event who is not in the list. */
export function lockersIn(plan: Course, world: World): Lockers | undefined {
  const lockers = listByRule(plan, world.kind === 'otherEntry')
  for (const { kind, one, other } of happeningsIn(plan, world)) {
    const [ofOne, ofOther] = [lockers.get(one), lockers.get(other)]
    if (ofOne === undefined || ofOther === undefined || one === other) return
    if (kind === 'exchange') lockers.set(one, ofOther)
    if (kind === 'exchange' || kind === 'handover') lockers.set(other, ofOne)
    if (kind === 'handover' || kind === 'leave') lockers.delete(one)
  }
  return lockers
}

export function measureOf(plan: MergePlan, lockers: Lockers, measure: Measure): Json {
  const { older, newer } = plan
  const sorted = [...lockers].sort(([, a], [, b]) => a - b)
  const numbers = sorted.map(([, number]) => number)
  const count = (fits: (name: string, number: number) => boolean) => sorted.filter(entry => fits(...entry)).length
  switch (measure.kind) {
    case 'span':
      return numbers.at(-1)! - numbers[0]!
    case 'second':
      return numbers.at(-2)!
    case 'lowest':
      return numbers[0]! + numbers[1]!
    case 'gap':
      return Math.abs((lockers.get(measure.one) ?? 0) - (lockers.get(measure.other) ?? 0))
    case 'moved':
      return count((name, number) => number !== numberIn(older, name) && number !== numberIn(newer, name))
    case 'kept':
      return count((name, number) => number === numberIn(older, name) && number > measure.above)
    case 'fresh':
      return count((name, number) => number === numberIn(newer, name))
    case 'size':
      return sorted.length
    case 'third':
      return sorted[2]![0]
    case 'first':
      return sorted[0]![0]
    case 'next':
      return sorted.find(([, number]) => number > lockers.get(measure.one)!)![0]
    case 'over':
      return sorted.flatMap(([name, number]) => (number > measure.above ? [name] : [])).sort()
    case 'out':
      return [...new Set([...older, ...newer].map(({ name }) => name))].filter(name => !lockers.has(name)).sort()
  }
}

export function mergeAnswer(plan: MergePlan): Json {
  const { members, order, asked } = plan
  const inWorld = (world: World) => lockersIn(plan, world) ?? listByRule(plan, false)
  const sorted = [...inWorld({ kind: 'real' })].sort(([, a], [, b]) => (order === 'ascending' ? a - b : b - a))
  return {
    [members.list]: sorted.map(([name, locker]) => ({ [members.name]: name, [members.locker]: locker })),
    ...Object.fromEntries(
      asked.map(({ member, measure, world }) => [member, measureOf(plan, inWorld(world), measure)]),
    ),
  }
}
