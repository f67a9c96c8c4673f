import { type Amount, earlierAmount, numbersOf } from '../frame/amount.ts'
import type { Draw } from '../frame/draw.ts'
import { areDistinct, drawUntil } from '../frame/draw-until.ts'
import type { Earlier } from '../frame/family.ts'
import { membersFrom, peopleFrom, thingsFrom } from '../frame/names.ts'
import { custodyAnswer, sheetsOf } from './answer.ts'
import { course, revise } from './course.ts'
import { drawFacets } from './draw-facets.ts'
import { drawRevisions } from './draw-revisions.ts'
import type { CustodyEvent, CustodyPlan, Refusal } from './plan.ts'

/** What an amount leaves no number under that later tasks can take. */
const NEARLY_TOO_GREAT = 300

export function drawCustody(draw: Draw, earlier: Earlier): CustodyPlan {
  const amount = earlierAmount(draw, earlier, 11, 60)
  return drawUntil(draw, again => drawOnce(again, amount), isSound)
}

function isSound(plan: CustodyPlan): boolean {
  const { starts } = plan
  const { holders, refused, trails } = course({ ...plan, events: revise(plan) })
  const minutes = [...revise(plan), ...plan.events].map(({ minute }) => minute)
  if (plan.asked.some(({ facet }) => facet.kind === 'holderAt' && minutes.includes(facet.minute))) return false
  const sheets = [...sheetsOf(plan, holders).values()].filter(count => count > 0)
  const moved = [...trails.values()].filter(trail => trail.length > 1)
  const right = custodyAnswer(plan)
  const changed = starts.map((start, at) =>
    at === 0 ? { ...start, sheets: { ...start.sheets, value: start.sheets.value + 1 } } : start,
  )
  // One parcel's sheets would stand in the text.
  const told = starts.map(start => start.sheets.value)
  const numbers = numbersOf(right).filter(([, number]) => !told.includes(number))
  return (
    (numbers.length > 0 || told[0]! > NEARLY_TOO_GREAT) &&
    moved.length > 1 &&
    refused.length < 3 &&
    areDistinct(sheets) &&
    JSON.stringify(right) !== JSON.stringify(custodyAnswer({ ...plan, starts: changed }))
  )
}

function drawOnce(draw: Draw, amount: Amount): CustodyPlan {
  const people = peopleFrom(draw, draw.pick([3, 4, 4, 5]))
  const parcels = thingsFrom(draw, draw.pick([3, 4, 4]))
  const starts = parcels.map((parcel, index) => ({
    parcel,
    holder: index < 2 ? people[index]! : draw.pick(people),
    sheets: index === 0 ? amount : { value: draw.integer(11, 60) },
  }))
  const events = drawEvents(draw, people, parcels)
  const refusal = drawRefusal(draw, people, parcels)
  const revisions = drawRevisions(draw, people, parcels, events)
  const plan = { people, starts, events, refusal, revisions }
  const facets = drawFacets(draw, plan)
  const members = membersFrom(draw, facets.length)
  return { ...plan, asked: facets.map((facet, index) => ({ member: members[index]!, facet })) }
}

/** Four to six, of which up to two do not happen. */
function drawEvents(draw: Draw, people: string[], parcels: string[]): CustodyEvent[] {
  const idle = draw.pick([0, 1, 1, 2])
  const kinds = draw.shuffle([
    'offered' as const,
    draw.pick(['offered', 'resumed'] as const),
    ...draw.sample(['offered', 'resumed', 'all', 'swap', 'left'] as const, draw.pick([1, 2])),
    draw.pick(['resumed', 'all', 'swap', 'toHolder', 'back'] as const),
    ...draw.sample(['dropped', 'elsewhen', 'unswapped', 'dropped'] as const, idle),
  ])
  let minute = draw.integer(8 * 60, 10 * 60)
  return kinds.slice(0, 6).map(kind => {
    minute += draw.isHeads() ? draw.integer(20, 60) : 15 * draw.integer(1, 4) - (minute % 15) + 15
    const [one, other] = draw.sample(people, 2) as [string, string]
    const [parcel, of] = draw.sample(parcels, 2) as [string, string]
    if (kind === 'swap' || kind === 'unswapped') return { minute, kind, one, other }
    if (kind === 'toHolder') return { minute, kind, parcel, of }
    if (kind === 'back') return { minute, kind, parcel }
    return kind === 'all' ? { minute, kind, holds: parcel, to: one } : { minute, kind, parcel, to: one }
  })
}

function drawRefusal(draw: Draw, people: string[], parcels: string[]): Refusal {
  const [person, second, giver] = draw.sample(people, 3) as [string, string, string]
  const when = draw.pick<Refusal['when']>([
    { kind: 'always' },
    { kind: 'holding', parcels: draw.integer(1, 2) },
    { kind: 'heavy', sheets: draw.integer(20, 45) },
    { kind: 'light', sheets: draw.integer(20, 45) },
    { kind: 'until', minute: 15 * draw.integer(38, 50) },
    { kind: 'since', minute: 15 * draw.integer(38, 50) },
    { kind: 'giver', giver },
  ])
  const persons = draw.integer(1, 5) === 1 ? [person, second] : [person]
  const kind = draw.pick(['only', 'allBut'] as const)
  return { who: { kind, persons }, when, accepted: draw.sample(parcels, draw.pick([0, 0, 1, 1, 2])) }
}
