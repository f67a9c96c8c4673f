import type { Draw } from '../../engine/draw.ts'
import { areDistinct } from '../../engine/draw-plan.ts'
import { membersFrom, peopleFrom, thingsFrom } from '../../engine/names.ts'
import type { AgreementFacet, AgreementsPlan, Message } from './agreements-plan.ts'
import { isProposal, outcomeOf, proposalBefore, solveAgreements } from './solve-agreements.ts'

const RECORDS: readonly AgreementFacet[] = ['stands', 'people']
const OTHERS: readonly AgreementFacet[] = ['open', 'changed', 'earliest', 'futile']
const RARE: readonly AgreementFacet[] = ['latest', 'free', 'opposed', 'proposals', 'changed', 'futile']

/** The history of a stand: proposals, each settled or not. */
type Step = { kind: 'propose' | 'day' | 'taker' | 'drop'; isSettled: boolean }
const settled = (kind: Step['kind']): Step => ({ kind, isSettled: true })
const futile = (kind: Step['kind']): Step => ({ kind, isSettled: false })

const COURSES: readonly (readonly Step[])[][] = [
  [
    [settled('propose')],
    [futile('propose')],
    [futile('propose'), futile('propose')],
    [settled('propose'), settled('drop')],
  ],
  [
    [settled('propose'), settled('day')],
    [settled('propose'), settled('taker')],
    [settled('propose'), settled('day'), futile('taker')],
    [settled('propose'), settled('drop'), settled('propose')],
  ],
  [
    [settled('propose')],
    [futile('propose'), settled('propose')],
    [settled('propose'), futile('day')],
    [settled('propose'), futile('taker')],
    [settled('propose'), futile('drop')],
  ],
]

/** Features that lengthen the text; a rule about withdrawals counts as one message. */
const MESSAGES = 10

/** Days of the month with the suffix "th". */
const DAYS = [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 24, 25, 26, 27, 28, 29, 30]

export function drawAgreements(draw: Draw, amount: number): AgreementsPlan {
  const people = peopleFrom(draw, 4)
  const places = thingsFrom(draw, 3)
  const lead = draw.isHeads() ? people[0]! : undefined
  const facets = draw.shuffle<AgreementFacet>([draw.pick(RECORDS), draw.pick(draw.isHeads() ? OTHERS : RARE), 'cost'])
  const [first, second, third, ...members] = membersFrom(draw, facets.length + 3) as [
    string,
    string,
    string,
    ...string[],
  ]
  return {
    places,
    messages: drawMessages(draw, people, places, lead),
    ...(lead && { lead }),
    fee: draw.integer(11, 19),
    amount,
    inner: [first, second, third],
    asked: facets.map((facet, index) => ({ member: members[index]!, facet })),
  }
}

/** The histories of the places, interleaved; each keeps its own order. */
function drawMessages(draw: Draw, people: string[], places: string[], lead: string | undefined): Message[] {
  const days = draw.shuffle(DAYS)
  const courses = draw.shuffle(COURSES.map(course => draw.pick(course)))
  const threads = places.map((place, at) =>
    courses[at]!.flatMap(step => drawStep(draw, people, place, days, step, lead)),
  )
  const turns = draw.shuffle(threads.flatMap((thread, at) => thread.map(() => at)))
  const told = turns.map(at => threads[at]!.shift()!)
  for (let left = draw.pick([0, 1, 1, 2]); left > 0; left--) {
    const past: Message = { from: draw.pick(people), kind: 'past', place: draw.pick(places), day: days.pop()! }
    told.splice(draw.integer(1, told.length), 0, past)
  }
  if (draw.integer(1, 3) === 1)
    told.splice(draw.integer(3, told.length), 0, { from: lead ?? draw.pick(people), kind: 'yesAll' })
  return told
}

/** A proposal and the replies to it. */
function drawStep(
  draw: Draw,
  people: string[],
  place: string,
  days: number[],
  { kind, isSettled }: Step,
  lead: string | undefined,
): Message[] {
  const from = draw.pick(people.filter(name => name !== lead))
  const others = people.filter(name => name !== from && name !== lead)
  const taker = draw.pick(people)
  const day = days.pop()!
  const proposal: Message = {
    propose: { from, kind: 'propose' as const, place, taker, day },
    day: { from, kind: 'day' as const, place, day },
    taker: { from, kind: 'taker' as const, place, taker },
    drop: { from, kind: 'drop' as const, place },
  }[kind]
  if (isSettled) return [proposal, { from: lead ?? draw.pick(others), kind: 'yes', place }]
  const answers: Message[][] = [[], [{ from: draw.pick(others), kind: 'no', place }]]
  answers.push([{ from, kind: 'back', place }])
  if (draw.isHeads())
    answers.push([
      { from, kind: 'back', place },
      { from: lead ?? draw.pick(others), kind: 'yes', place },
    ])
  if (lead) answers.push([{ from: draw.pick(others), kind: 'yes', place }])
  return [proposal, ...draw.pick(answers)]
}

/** A replacement is always a different person, whether or not it is settled. */
export function isSoundAgreements(plan: AgreementsPlan): boolean {
  const { stands, changed } = outcomeOf(plan)
  const facets = plan.asked.map(({ facet }) => facet)
  if (Object.values(solveAgreements(plan)).some(value => Array.isArray(value) && value.length === 0)) return false
  const takers = plan.messages.map((message, at) => {
    if (message.kind !== 'taker') return true
    const first = proposalBefore(plan.messages, at)
    return first?.kind === 'propose' && first.taker !== message.taker
  })
  return (
    takers.every(Boolean) &&
    plan.messages.length + (plan.messages.some(({ kind }) => kind === 'back') ? 1 : 0) <= MESSAGES &&
    stands.size > 1 &&
    (changed.size > 0 || !facets.includes('changed')) &&
    areChangesSettled(plan) &&
    areDistinct([...stands.values()].map(({ day }) => day))
  )
}

/** Nothing is changed before it is settled, and nothing settled is proposed again or withdrawn. */
const areChangesSettled = (plan: AgreementsPlan): boolean =>
  plan.messages.every((message, at) => {
    const { stands, settled } = outcomeOf({ ...plan, messages: plan.messages.slice(0, at) })
    if (message.kind === 'back') return !settled.has(proposalBefore(plan.messages, at)!)
    return !isProposal(message) || (message.kind === 'propose') !== stands.has(message.place)
  })
