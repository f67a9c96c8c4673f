import { type Amount, earlierAmount } from '../frame/amount.ts'
import type { Draw } from '../frame/draw.ts'
import { areDistinct, drawUntil, drawWithin, isLinked } from '../frame/draw-until.ts'
import type { Earlier, Json } from '../frame/family.ts'
import { membersFrom, peopleFrom, thingsFrom } from '../frame/names.ts'
import { budgetAnswer } from './answer.ts'
import { grantsAmong, grantsOf, isExempt, standing } from './grants.ts'
import type { BudgetFacet, BudgetPlan, Exempt, LowOf, Note, Request, Revision } from './plan.ts'

const LISTS: readonly BudgetFacet[] = ['grants', 'people']
const SHORT_LISTS: readonly BudgetFacet[] = ['reduced', 'full', 'content', 'halved']
const SUMS: readonly BudgetFacet[] = ['total', 'cut', 'project', 'left', 'most', 'totalWithout']

export function drawBudget(draw: Draw, earlier: Earlier): BudgetPlan {
  const amount = earlierAmount(draw, earlier, 12, 70)
  const people = peopleFrom(draw, 4)
  const projects = thingsFrom(draw, 3)
  const members = membersFrom(draw, 5)
  return drawUntil(draw, drawn => {
    const noted = drawWithin(drawn, 20, again => drawNoted(again, people, projects, amount), doNotesMatter)
    const capped = noted && drawWithin(drawn, 20, again => drawCaps(again, noted, people, projects), doCapsMatter)
    return capped && drawWithin(drawn, 8, again => drawAsked(again, capped, projects, members), isAskedSound)
  })
}

/** The list and its notes, to which no cap holds and of which nothing is asked. */
function drawNoted(draw: Draw, people: string[], projects: string[], amount: Amount): BudgetPlan {
  const requests = drawRequests(draw, people, projects)
  const notes = drawNotes(draw, requests)
  const revision = drawRevision(draw, requests, notes)
  const [cap, over] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  return {
    ...{ requests, notes, amount, revision, cap },
    low: { of: { later: true }, cap },
    exempt: { sole: true },
    excess: { over, off: 0 },
    ...{ project: '', inner: ['', ''], asked: [] },
  }
}

function drawCaps(draw: Draw, noted: BudgetPlan, people: string[], projects: string[]): BudgetPlan {
  const cap = draw.integer(7, 10) * 10
  const of = drawLow(draw, people, projects)
  return {
    ...noted,
    cap,
    low: { of, cap: cap - draw.integer(2, 3) * 10 },
    exempt: drawExempt(draw, 'person' in of ? [] : people, noted.requests),
    excess: { over: draw.integer(24, 38) * 10, off: draw.integer(5, 24) },
  }
}

function drawAsked(draw: Draw, capped: BudgetPlan, projects: string[], members: string[]): BudgetPlan {
  const { amount, revision } = capped
  const facets = drawFacets(draw)
  const [first, second, ...others] = members as [string, string, ...string[]]
  const free = [1, 2, 3, 4].filter(note => note !== revision.note && !('other' in revision && revision.other === note))
  return {
    ...capped,
    ...(facets.includes('left') && { pot: draw.integer(60, 90) * 10 + amount.value }),
    ...(facets.includes('totalWithout') && { without: draw.pick(free) }),
    project: draw.pick(projects),
    inner: [first, second],
    asked: facets.map((facet, index) => ({ member: others[index]!, facet })),
  }
}

const drawFacets = (draw: Draw): BudgetFacet[] =>
  draw.isHeads()
    ? draw.shuffle([draw.pick([...LISTS, ...SHORT_LISTS]), draw.pick(SUMS)])
    : draw.shuffle([draw.pick([...LISTS, ...SHORT_LISTS]), 'total', 'totalWithout'])

/** Five requests, each of another person or for another project. */
function drawRequests(draw: Draw, people: string[], projects: string[]): Request[] {
  const pairs = people.flatMap(person => projects.map(project => ({ person, project })))
  const numbers = draw.sample(
    Array.from({ length: 80 }, (_, at) => at + 11),
    5,
  )
  return draw.sample(pairs, 5).map((pair, at) => ({ number: numbers[at]!, ...pair, euros: draw.integer(45, 130) }))
}

/** One drops out, one is raised, one changes otherwise, one does not change. */
function drawNotes(draw: Draw, requests: Request[]): Note[] {
  const [one, two, three, four] = draw.sample(requests, 4).map(({ number }) => number) as [
    number,
    number,
    number,
    number,
  ]
  const by = draw.integer(7, 33)
  return draw.shuffle<Note>([
    { number: one, kind: 'withdrawn' },
    { number: two, kind: 'raised' },
    draw.isHeads()
      ? { number: three, kind: 'lowered', by }
      : { number: three, kind: 'replaced', euros: draw.integer(45, 130) },
    draw.isHeads() ? { number: four, kind: 'restored' } : { number: four, kind: 'considered', by: draw.integer(7, 33) },
  ])
}

function drawRevision(draw: Draw, requests: Request[], notes: Note[]): Revision {
  const kind = draw.pick(['meant', 'doubted', 'exchanged', 'void', 'kept', 'twice'] as const)
  const [note, other] = draw.sample([1, 2, 3, 4], 2) as [number, number]
  const without = requests.filter(request => notes.every(({ number }) => number !== request.number))
  if (kind === 'meant' || kind === 'doubted') return { kind, note, number: draw.pick(without).number }
  if (kind === 'exchanged') return { kind, note: Math.min(note, other), other: Math.max(note, other) }
  if (kind !== 'twice') return { kind, note }
  const sums = [...notes.keys()].filter(at => notes[at]!.kind === 'raised' || notes[at]!.kind === 'lowered')
  return { kind, note: draw.pick(sums) + 1 }
}

const drawLow = (draw: Draw, people: string[], projects: string[]): LowOf =>
  draw.pick([
    { project: draw.pick(projects) },
    { person: draw.pick(people) },
    { from: draw.integer(8, 11) * 10 },
    { later: true },
  ])

const drawExempt = (draw: Draw, people: string[], requests: Request[]): Exempt =>
  draw.pick<Exempt>([
    ...(people.length > 0 ? [{ person: draw.pick(people) }] : []),
    { number: draw.pick(requests).number },
    { sole: true },
    { under: true },
  ])

/** What somebody would take it for who misses what is said of the notes. */
function misread(plan: BudgetPlan): BudgetPlan {
  const { revision } = plan
  if (revision.kind === 'doubted') return { ...plan, revision: { ...revision, kind: 'meant' } }
  const isKept = revision.kind === 'kept'
  return { ...plan, revision: { kind: isKept ? 'void' : 'kept', note: revision.note } }
}

const seenIn = (plan: BudgetPlan, all = standing(plan)) =>
  grantsAmong(plan, all)
    .grants.map(({ number, granted }) => `${number} ${granted}`)
    .join()

const raised = (plan: BudgetPlan) => ({ ...plan, amount: { ...plan.amount, value: plan.amount.value + 1 } })

/** What is said of the notes, and the amount, change what is asked for. */
function doNotesMatter(noted: BudgetPlan): boolean {
  if (!areDistinct(noted.requests.map(({ euros }) => euros))) return false
  const seen = seenIn(noted)
  return [misread, raised].every(other => seenIn(other(noted)) !== seen)
}

/** All that is told changes what is granted. */
function doCapsMatter(plan: BudgetPlan): boolean {
  const all = standing(plan)
  const seen = seenIn(plan, all)
  const { cap, low } = plan
  return (
    seenIn({ ...plan, exempt: { number: 0 } }, all) !== seen &&
    seenIn({ ...plan, low: { ...low, cap } }, all) !== seen &&
    [raised, misread].every(other => seenIn(other(plan)) !== seen) &&
    isClear(plan, undefined)
  )
}

function isAskedSound(plan: BudgetPlan): boolean {
  const { grants } = grantsOf(plan)
  const total = grants.reduce((sum, { granted }) => sum + granted, 0)
  return (
    (plan.without === undefined || isClear(plan, plan.without)) &&
    (plan.pot === undefined || total < plan.pot) &&
    grants.some(({ project }) => project === plan.project) &&
    areAnswered(plan) &&
    !isTold(plan) &&
    isLinked(plan, budgetAnswer)
  )
}

/** Whether a sum that is asked for stands in the text as it is. */
function isTold(plan: BudgetPlan): boolean {
  const told = new Set(JSON.stringify(plan).match(/\d+/g))
  return Object.values(budgetAnswer(plan) as Record<string, Json>).some(sum => told.has(String(sum)))
}

/** No sum lies on a limit, and one is the greatest. */
function isClear(plan: BudgetPlan, without: number | undefined): boolean {
  const { capped } = grantsOf(plan, without)
  const sums = capped.map(({ granted }) => granted)
  const greatest = Math.max(...sums)
  const { over, off } = plan.excess
  return (
    capped.every(
      ({ asked, euros }) => asked > 0 && ![plan.cap, plan.low.cap].includes(asked) && euros !== fromOf(plan),
    ) &&
    sums.filter(granted => granted === greatest).length === 1 &&
    sums.reduce((sum, granted) => sum + granted, 0) !== over &&
    greatest > off &&
    capped.some(grant => isExempt(plan, grant, capped))
  )
}

const fromOf = ({ low: { of } }: BudgetPlan) => ('from' in of ? of.from : undefined)

/** No list is empty, and what is asked twice comes out twice. */
function areAnswered(plan: BudgetPlan): boolean {
  const of = (facet: BudgetFacet) => (budgetAnswer({ ...plan, asked: [{ member: 'of', facet }] }) as { of: Json }).of
  const facets = plan.asked.map(({ facet }) => facet)
  const lists = facets.map(of).filter(value => Array.isArray(value))
  const isCounterfactual = facets.includes('totalWithout')
  return lists.every(list => list.length > 0) && !(isCounterfactual && of('total') === of('totalWithout'))
}
