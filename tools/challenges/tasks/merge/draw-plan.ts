import { type Amount, earlierAmount, REFERABLE } from '../frame/amount.ts'
import type { Draw } from '../frame/draw.ts'
import { drawUntil, drawWithin } from '../frame/draw-until.ts'
import type { Earlier, Json } from '../frame/family.ts'
import { membersFrom, peopleFrom } from '../frame/names.ts'
import { isExcepted, type Lockers, listByRule, lockersIn, measureOf, mergeAnswer, nameOf } from './answer.ts'
import type { Measure, MergeEvent, MergePlan, MergeRule, Person, Revision, World } from './plan.ts'

/** The least of each dozen: no dozen gives two lockers, so that the greatest and the least are far apart. */
const LOCKERS = Array.from({ length: 30 }, (_, at) => 12 + at * 12)
const ORDERS = ['ascending', 'descending'] as const
const REGISTERS = ['older', 'newer'] as const
const ENDS = ['highest', 'lowest'] as const
type Merged = Pick<MergePlan, 'older' | 'newer' | 'rule'>
type Course = Merged & Pick<MergePlan, 'events' | 'revision'>
const REAL: World = { kind: 'real' }

export function drawMerge(draw: Draw, earlier: Earlier): MergePlan {
  const amount = earlierAmount(draw, earlier, 12, 380)
  const people = peopleFrom(draw, draw.pick([6, 7, 7]))
  const merged = drawUntil(draw, drawn => drawMerged(drawn, people, amount))
  const revision = draw.pick(['instead', 'roles', 'struck', 'kept', 'again', 'order', undefined] as const)
  const course = drawUntil(
    draw,
    drawn => drawCourse(drawn, merged, people, revision),
    made => isCourseSound(made, amount),
  )
  const [list, name, locker, ...members] = membersFrom(draw, 5) as [string, string, string, string, string]
  const whole = { ...course, order: draw.pick(ORDERS), members: { list, name, locker } }
  return drawUntil(
    draw,
    drawn => ({ ...whole, asked: drawAsked(drawn, people, course, members) }),
    plan => isSound(plan, amount),
  )
}

/** Tries each kind of rule for long, so that what seldom comes out sound comes as often as what often does. */
function drawMerged(draw: Draw, people: string[], amount: Amount): Merged | undefined {
  const shape = drawShape(draw)
  return drawWithin(
    draw,
    200,
    drawn => drawRegisters(drawn, people, amount, shape),
    made => doesRuleMatter(made, amount),
  )
}

const drawShape = (draw: Draw) => ({
  winner: draw.pick(['newer', 'older', 'higher', 'lower'] as const),
  exception: draw.pick(['marked', 'near', 'above'] as const),
  single: draw.pick(['all', 'unmarked', 'from'] as const),
})
type Shape = ReturnType<typeof drawShape>

function drawCourse(draw: Draw, merged: Merged, people: string[], kind: Revision['kind'] | undefined): Course {
  const events = drawEvents(draw, merged)
  return { ...merged, events, ...(kind ? { revision: drawRevision(draw, people, events, kind) } : {}) }
}

function drawRegisters(draw: Draw, people: string[], amount: Amount, shape: Shape): Merged {
  const free = LOCKERS.filter(base => amount.value < base || amount.value >= base + 12)
  const numbers = draw.sample(free, 9).map(base => base + draw.integer(0, 11))
  const value = () => ({ value: numbers.pop()! })
  const marks = draw.shuffle(['star', 'star', 'ring', 'ring', undefined] as const)
  const later = draw.shuffle(people.slice(2))
  return {
    older: draw.shuffle(people.slice(0, 5)).map(person => ({ name: person, locker: value() })),
    newer: later.map((person, at) => {
      const mark = marks[at]
      return { name: person, locker: at === 0 ? amount : value(), ...(mark && { mark }) }
    }),
    rule: drawRule(draw, shape),
  }
}

const drawRule = (draw: Draw, { winner, exception, single }: Shape): MergeRule => ({
  winner,
  mark: draw.pick(['star', 'ring']),
  exception: {
    marked: { kind: 'marked' as const },
    near: { kind: 'near' as const, by: draw.integer(30, 110) },
    above: { kind: 'above' as const, limit: draw.integer(90, 290) },
  }[exception],
  single: {
    all: { kind: 'all' as const },
    unmarked: { kind: 'unmarked' as const },
    from: { kind: 'from' as const, limit: draw.integer(60, 220) },
  }[single],
})

/** Two to four events among those who are in the list, in one of which somebody may be told by their number. */
function drawEvents(draw: Draw, merged: Merged): MergeEvent[] {
  const kinds = draw.sample(
    ['exchange', 'exchange', 'handover', 'leave', 'nothing', 'nothing'] as const,
    draw.pick([2, 3, 3, 4]),
  )
  const described = draw.integer(0, 2)
  let left = [...listByRule(merged, false).keys()]
  return kinds.map((kind, at) => {
    const [one, other] = draw.sample(left, 2) as [string, string]
    if (kind === 'handover' || kind === 'leave') left = left.filter(name => name !== one)
    const persons = REGISTERS.flatMap(register => ENDS.map((end): Person => ({ register, end })))
    const telling = at === described ? persons.filter(person => nameOf(merged, person) === one) : []
    return { kind, one: telling.length > 0 ? draw.pick(telling) : { name: one }, other: { name: other } }
  })
}

function drawRevision(draw: Draw, people: string[], events: MergeEvent[], kind: Revision['kind']): Revision {
  const at = draw.integer(1, events.length)
  if (kind === 'order') {
    const [first, second] = draw
      .sample([...events.keys()], 2)
      .map(event => event + 1)
      .sort() as [number, number]
    return { kind, first, second }
  }
  if (kind !== 'instead') return { kind, at }
  const { one, other } = events[at - 1]!
  const wrong = draw.pick([one, other].flatMap(person => ('name' in person ? [person.name] : [])))
  return { kind, at, wrong, right: draw.pick(people.filter(name => name !== wrong)) }
}

function drawAsked(
  draw: Draw,
  people: string[],
  { events, revision }: Course,
  members: [string, string],
): MergePlan['asked'] {
  const [one, other] = draw.sample(people, 2) as [string, string]
  const greater: Measure = draw.pick([
    { kind: 'span' },
    { kind: 'second' },
    { kind: 'lowest' },
    { kind: 'gap', one, other },
  ] as const)
  const lesser: Measure = draw.pick([
    { kind: 'moved' },
    { kind: 'kept', above: draw.integer(40, 160) },
    { kind: draw.pick(['third', 'first', 'size', 'fresh'] as const) },
    { kind: 'next', one },
    { kind: 'over', above: draw.integer(60, 260) },
    { kind: 'out' },
  ] as const)
  const touched = revision?.kind === 'order' ? [revision.first, revision.second] : [revision?.at]
  const free = [...events.keys()].map(event => event + 1).filter(at => !touched.includes(at))
  const world: World = draw.pick([
    ...(free.length > 0 ? [{ kind: 'withoutEvent' as const, at: draw.pick(free) }] : []),
    ...(revision ? [{ kind: 'withoutRevision' as const }] : []),
    { kind: 'withoutEvents' as const },
    { kind: 'otherEntry' as const },
  ])
  const isPair = draw.isHeads()
  const asked = [
    { member: members[0], measure: greater, world: REAL },
    { member: members[1], measure: isPair ? greater : lesser, world },
  ]
  return isPair ? asked : draw.shuffle(asked)
}

function isSound(plan: MergePlan, amount: Amount): boolean {
  return !says(plan.asked, amount) && plan.asked.every(asked => isAskedSound(plan, asked)) && isLinked(plan, amount)
}

function isCourseSound(course: Course, amount: Amount): boolean {
  const real = lockersIn(course, REAL)
  return real !== undefined && [...real.values()].includes(amount.value) && doesRevisionMatter(course, real)
}

/** The amount counts, somebody is excepted, somebody is not, and somebody who is in one register only does not come in, where that may be. */
function doesRuleMatter(merged: Merged, amount: Amount): boolean {
  const both = merged.newer.flatMap(entry => {
    const older = merged.older.find(({ name }) => name === entry.name)
    return older ? [isExcepted(merged, older.locker.value, entry)] : []
  })
  const numbers = [...listByRule(merged, false).values()]
  const isWhole = numbers.length === peopleIn(merged)
  return (
    numbers.length > 4 &&
    !says(merged.rule, amount) &&
    numbers.includes(amount.value) &&
    both.includes(true) &&
    both.includes(false) &&
    (merged.rule.single.kind === 'all') === isWhole
  )
}

function doesRevisionMatter(course: Course, real: Lockers): boolean {
  if (!course.revision) return true
  const without = lockersIn(course, { kind: 'withoutRevision' })
  const shown = (lockers: Lockers) => JSON.stringify([...lockers].sort())
  return without !== undefined && (course.revision.kind === 'kept') === (shown(without) === shown(real))
}

function isAskedSound(plan: MergePlan, { measure, world }: MergePlan['asked'][number]): boolean {
  const [real, other] = [lockersIn(plan, REAL)!, lockersIn(plan, world)]
  if (!other) return false
  if (measure.kind === 'gap' && [measure.one, measure.other].some(name => !real.has(name) || !other.has(name)))
    return false
  if (measure.kind === 'out' && other.size === peopleIn(plan)) return false
  if (measure.kind === 'next' && [real, other].some(lockers => !isBelow(lockers, measure.one))) return false
  if (world.kind === 'real') return true
  return JSON.stringify(measureOf(plan, real, measure)) !== JSON.stringify(measureOf(plan, other, measure))
}

const peopleIn = ({ older, newer }: Merged) => new Set([...older, ...newer].map(({ name }) => name)).size

/** Whether somebody is in the list and not at its end. */
const isBelow = (lockers: Lockers, name: string) =>
  lockers.has(name) && lockers.get(name)! < Math.max(...lockers.values())

const says = (told: unknown, { value }: Amount) => new RegExp(`:${value}\\b`).test(JSON.stringify(told))

/** Whether the answer offers a number, and is another where the referred number is. */
function isLinked(plan: MergePlan, amount: Amount): boolean {
  const right = mergeAnswer(plan) as Record<string, Json>
  const isOffered = plan.asked.some(({ member }) => {
    const value = right[member]
    return typeof value === 'number' && value >= REFERABLE.least && value <= REFERABLE.greatest
  })
  const other = plan.newer.map(entry => {
    return entry.locker === amount ? { ...entry, locker: { ...amount, value: amount.value + 1 } } : entry
  })
  return isOffered && JSON.stringify(mergeAnswer({ ...plan, newer: other })) !== JSON.stringify(right)
}
