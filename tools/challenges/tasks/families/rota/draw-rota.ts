import type { Draw } from '../../engine/draw.ts'
import { drawWithin } from '../../engine/draw-plan.ts'
import type { Json } from '../../engine/json.ts'
import { membersFrom, peopleFrom } from '../../engine/names.ts'
import { drawChanges, drawRevision } from './draw-changes.ts'
import { carryOut, holdsOn, outcomeOf, type Ruled, revised, takerOf } from './rota-outcome.ts'
import type { Change, Day, Revision, RotaFacet, RotaPlan, Rule, Verdict } from './rota-plan.ts'
import { solveRota } from './solve-rota.ts'

const LISTS: readonly RotaFacet[] = ['table', 'people', 'changedDays', 'ruled']
const SHORT_LISTS: readonly RotaFacet[] = ['late', 'daysOf', 'failed', 'gained', 'noLate']
const SUMS: readonly (readonly RotaFacet[])[] = [['pay'], ['payWithout']]
const MORE_SUMS: readonly (readonly RotaFacet[])[] = [
  ['pay', 'payWithout'],
  ['pay', 'payWithout'],
  ['earned', 'pay'],
]

export function drawRota(draw: Draw, amount: number): RotaPlan | undefined {
  const [lead, ...people] = peopleFrom(draw, 6) as [string, ...string[]]
  const members = membersFrom(draw, 6)
  const listed = drawListed(draw, people)
  const ruled =
    listed && drawWithin(draw, 12, again => ({ ...listed, rule: drawRule(again), keeper: again.pick(people) }), isRuled)
  const whole = ruled && { ...ruled, lead, branch: drawBranch(draw, ruled.rota, people) }
  return whole && drawWithin(draw, 12, again => drawAsked(again, { ...whole, amount, people, members }), isAskedSound)
}

/** The parts are valid independently of the amount. */
export const isSoundRota = (plan: RotaPlan): boolean => isRuled(plan) && isAskedSound(plan)

type Listed = Pick<RotaPlan, 'rota' | 'changes' | 'verdicts' | 'revision'>
type Whole = Ruled & Pick<RotaPlan, 'lead' | 'branch'>

function drawListed(draw: Draw, people: string[]): Listed | undefined {
  const rota = drawDays(draw, people)
  if (rota.some(({ early, late }) => early === late)) return undefined
  const meant = drawChanges(draw, rota, people)
  const verdicts = drawVerdicts(draw)
  return { rota, verdicts, ...drawRevision(draw, { meant, verdicts, people, rota }) }
}

function drawBranch(draw: Draw, rota: Day[], people: string[]): RotaPlan['branch'] {
  const [person, by] = draw.sample(people, 2) as [string, string]
  return { person, day: draw.pick(rota).day, by }
}

interface Given extends Whole {
  amount: number
  people: string[]
  members: string[]
}

function drawAsked(draw: Draw, { people, members, ...given }: Given): RotaPlan {
  const [lists, sums] = draw.pick([
    [LISTS, SUMS],
    [SHORT_LISTS, MORE_SUMS],
  ] as const)
  const facets = [draw.pick(lists), ...draw.pick(sums)]
  const [one, two, three, ...others] = members as [string, string, string, ...string[]]
  return {
    ...given,
    pay: { early: draw.integer(13, 19), late: draw.integer(20, 29) },
    paid: draw.pick(people),
    person: draw.pick(people),
    ...(facets.includes('payWithout') && { without: draw.pick(unrevised(given.changes, given.revision)) }),
    inner: [one, two, three],
    asked: draw.shuffle(facets).map((facet, index) => ({ member: others[index]!, facet })),
  }
}

const unrevised = (changes: Change[], revision: Revision) =>
  [...changes.keys()]
    .map(at => at + 1)
    .filter(number => revision.change !== number && !('other' in revision && revision.other === number))

function drawDays(draw: Draw, people: string[]): Day[] {
  const first = draw.integer(4, 16)
  const shifts = draw.shuffle([...people, ...people])
  return Array.from({ length: 5 }, (_, at) => {
    return { day: first + at, early: shifts[2 * at]!, late: shifts[2 * at + 1]! }
  })
}

/** For two changes: one that a verdict stops, and one that it does not. */
function drawVerdicts(draw: Draw): Verdict[] {
  const [stopped, not] = draw.sample([1, 2, 3, 4], 2) as [number, number]
  const [stops, doesNot] = draw.pick([
    ['refused', 'upheld'],
    ['refused', 'carried'],
    ['calledOff', 'upheld'],
  ] as const)
  return draw.shuffle<Verdict>([
    { change: stopped, kind: stops },
    { change: not, kind: doesNot },
  ])
}

const STATES: readonly Omit<Rule, 'except'>[] = [
  { state: 'bothOfDay' },
  { state: 'lateThenEarly' },
  { state: 'manyShifts', most: 2 },
  { state: 'manyLate', most: 1 },
  { state: 'manyLate', most: 2 },
  { state: 'daysInRow' },
]

const drawRule = (draw: Draw): Rule => ({
  ...draw.pick(STATES),
  except: draw.pick(['none', 'keeper', 'keeper', 'swaps', 'covers', 'twoEarly', 'twoEarly']),
})

const FEATURES: readonly ((plan: Ruled) => Ruled)[] = [
  plan => ({ ...plan, verdicts: [] }),
  plan => ({ ...plan, rule: { ...plan.rule, except: 'none' } }),
  plan => ({ ...plan, revision: otherwise(plan.revision) }),
]

/** The outcome for a reader who ignores what is said about the list. */
const otherwise = (revision: Revision): Revision => {
  if (revision.kind === 'unfounded') return { ...revision, kind: 'person' }
  return { kind: 'unfounded', change: revision.change, from: '', to: '' }
}

/** The rule forbids something, and every remark about the changes affects the result. */
function isRuled(plan: Ruled): boolean {
  const outcome = outcomeOf(plan)
  if (outcome.ruled.length === 0) return false
  const seen = JSON.stringify(outcome)
  return (
    FEATURES.every((without, at) => {
      if (at === 1 && plan.rule.except === 'none') return true
      return JSON.stringify(outcomeOf(without(plan))) !== seen
    }) &&
    JSON.stringify(outcome.rota) !== JSON.stringify(plan.rota) &&
    namesOneShift(plan, undefined)
  )
}

function isAskedSound(plan: RotaPlan): boolean {
  const { rota } = outcomeOf(plan)
  const has = (name: string) => rota.some(({ early, late }) => early === name || late === name)
  return (
    has(plan.person) &&
    has(plan.paid) &&
    (plan.without === undefined || namesOneShift(plan, plan.without)) &&
    areAnswered(plan)
  )
}

/** Wherever a change names a person and a day, that person has at most one shift then. */
function namesOneShift(plan: Ruled, without: number | undefined): boolean {
  const all = revised(plan).filter(({ number }) => number !== without)
  let next = plan.rota
  return all.every(numbered => {
    const { change } = numbered
    const rota = next
    next = carryOut({ ...plan, rota }, [numbered]).rota
    const named: [string, number][] =
      change.kind === 'cover'
        ? [[change.person, change.day]]
        : [
            [change.one, change.oneDay],
            [change.other, change.otherDay],
          ]
    const isFresh = change.kind === 'swap' || takerOf(rota, change) !== change.person
    return isFresh && named.every(([name, day]) => holdsOn(rota, name, day).length < 2)
  })
}

/** No list is empty, and a change affects the pay. */
function areAnswered(plan: RotaPlan): boolean {
  const of = (facet: RotaFacet) => solveRota({ ...plan, asked: [{ member: 'of', facet }] }).of as Json
  const facets = plan.asked.map(({ facet }) => facet)
  const lists = facets.map(of).filter(value => Array.isArray(value))
  return lists.every(list => list.length > 0) && !(facets.includes('payWithout') && of('pay') === of('payWithout'))
}
