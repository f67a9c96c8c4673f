import { earlierAmount } from '../frame/amount.ts'
import type { Draw } from '../frame/draw.ts'
import { areDistinct, drawUntil } from '../frame/draw-until.ts'
import type { Earlier } from '../frame/family.ts'
import { membersFrom, peopleFrom, thingsFrom } from '../frame/names.ts'
import { course, revise, sheetsOf } from './answer.ts'
import type { CustodyEvent, CustodyFacet, CustodyPlan, CustodyRevision, Refusal } from './plan.ts'

export const drawCustody = (draw: Draw, earlier: Earlier): CustodyPlan =>
  drawUntil(draw, again => drawOnce(again, earlier), isSound)

function isSound(plan: CustodyPlan): boolean {
  const events = revise(plan)
  const { holders, moves, refused } = course({ ...plan, events })
  const minutes = [...events, ...plan.events].map(({ minute }) => minute)
  if (plan.asked.some(({ facet }) => facet.kind === 'holderAt' && minutes.includes(facet.minute))) return false
  const sheets = [...sheetsOf(plan, holders)].toSorted(([, one], [, other]) => other - one)
  const person = holders.get(plan.starts[0]!.parcel)
  const theirs = [...holders.values()].filter(holder => holder === person)
  const moved = [...moves.values()].filter(count => count > 0)
  // One parcel's sheets would stand in the text.
  return theirs.length > 1 && moved.length > 2 && refused < 3 && sheets[0]![1] !== sheets[1]![1]
}

function drawOnce(draw: Draw, earlier: Earlier): CustodyPlan {
  const people = peopleFrom(draw, 4)
  const parcels = thingsFrom(draw, 4)
  const starts = parcels.map((parcel, index) => ({
    parcel,
    holder: index < 3 ? people[index]! : draw.pick(people),
    sheets: index === 0 ? earlierAmount(draw, earlier, 11, 60) : { value: draw.integer(11, 60) },
  }))
  const events = drawEvents(draw, people, parcels)
  const refusal = drawRefusal(draw, people, parcels)
  const revision = drawRevision(draw, people, events)
  const day = { starts, refusal, events: revise({ events, revision }) }
  const facets = drawFacets(draw, parcels, events, course(day).holders)
  const members = membersFrom(draw, 5)
  return {
    people,
    starts,
    events,
    refusal,
    revision,
    asked: facets.map((facet, index) => ({ member: members[index]!, facet })),
  }
}

/** Five events, of which three or four happen. */
function drawEvents(draw: Draw, people: string[], parcels: string[]): CustodyEvent[] {
  const kinds = draw.shuffle([
    'offered' as const,
    ...draw.sample(['offered', 'resumed', 'all', 'swap'] as const, 2),
    draw.pick(['resumed', 'all', 'swap'] as const),
    draw.pick(['dropped', 'elsewhen', 'unswapped'] as const),
  ])
  let minute = draw.integer(8 * 60, 10 * 60)
  return kinds.map(kind => {
    minute += draw.integer(20, 70)
    const [one, other] = draw.sample(people, 2) as [string, string]
    if (kind === 'swap' || kind === 'unswapped') return { minute, kind, one, other }
    const parcel = draw.pick(parcels)
    return kind === 'all' ? { minute, kind, holds: parcel, to: one } : { minute, kind, parcel, to: one }
  })
}

function drawRefusal(draw: Draw, people: string[], parcels: string[]): Refusal {
  const when = draw.pick<Refusal['when']>([
    { kind: 'always' },
    { kind: 'holding', parcels: draw.integer(1, 2) },
    { kind: 'heavy', sheets: draw.integer(20, 45) },
    { kind: 'until', minute: 15 * draw.integer(38, 50) },
  ])
  const who = { kind: draw.pick(['only', 'allBut'] as const), person: draw.pick(people) }
  return { who, when, ...(draw.isHeads() ? { accepted: draw.pick(parcels) } : {}) }
}

function drawRevision(draw: Draw, people: string[], events: CustodyEvent[]): CustodyRevision {
  const event = draw.pick(events)
  const { minute: of } = event
  const kind = draw.pick(['to', 'affirmed', 'minute', 'struck', 'upheld'] as const)
  const minutes = events.map(({ minute }) => minute)
  if (kind === 'struck' || kind === 'upheld') return { kind, of }
  if (kind === 'minute' || !('to' in event)) return { kind: 'minute', of, minute: anotherMinute(draw, minutes) }
  return { kind, of, from: event.to, to: draw.pick(people.filter(person => person !== event.to)) }
}

/** A time at which nothing else is told. */
function anotherMinute(draw: Draw, minutes: number[]): number {
  const minute = draw.integer(minutes[0]! - 30, minutes.at(-1)! + 30)
  return areDistinct([...minutes, minute]) ? minute : anotherMinute(draw, minutes)
}

function drawFacets(
  draw: Draw,
  parcels: string[],
  events: CustodyEvent[],
  holders: Map<string, string>,
): CustodyFacet[] {
  const person = holders.get(parcels[0]!)!
  const [one, other, third] = draw.sample(parcels, 3) as [string, string, string]
  const minute = draw.pick(events).minute + draw.integer(5, 15)
  const first: CustodyFacet = draw.pick([
    { kind: 'holder', parcel: one },
    { kind: 'ifTaken', parcel: one },
    { kind: 'unrevised', parcel: one },
  ])
  const like: CustodyFacet = { ...first, parcel: other }
  const rest = draw.sample<CustodyFacet>(
    [
      { kind: 'holderAt', parcel: other, minute },
      { kind: 'moves', parcel: third },
      { kind: 'parcels', person: draw.pick([...holders.values()]) },
      { kind: 'most' },
      { kind: 'refused' },
      { kind: 'empty' },
    ],
    2,
  )
  return [{ kind: 'sheets', person }, first, like, ...rest]
}
