import type { Draw } from '../frame/draw.ts'
import { course, revise } from './course.ts'
import type { CustodyEvent, CustodyFacet, CustodyPlan } from './plan.ts'

const IDLE: readonly CustodyEvent['kind'][] = ['dropped', 'elsewhen', 'unswapped']

/** The sheets that somebody has, who has a parcel or two, and now and then something of which there are many. */
export function drawFacets(draw: Draw, plan: Omit<CustodyPlan, 'asked'>): CustodyFacet[] {
  const parcels = plan.starts.map(({ parcel }) => parcel)
  const { holders } = course({ ...plan, events: revise(plan) })
  const person = draw.isHeads() ? holders.get(parcels[0]!)! : draw.pick(plan.people)
  const [one, other] = draw.sample(parcels, 2) as [string, string]
  const first: CustodyFacet = draw.pick([
    { kind: 'holder', parcel: one },
    { kind: 'holder', parcel: one },
    { kind: 'ifTaken', parcel: one },
    ...(plan.revisions.length > 0 ? [{ kind: 'unrevised' as const, parcel: one }] : []),
  ])
  const like: CustodyFacet = { ...first, parcel: other }
  const rare = draw.sample(rareFacets(draw, plan), 2)
  const rest = draw.pick([[like, { kind: 'refused' as const }], [like, rare[0]!], [rare[0]!], rare])
  return [{ kind: 'sheets', person }, first, ...rest]
}

function rareFacets(draw: Draw, plan: Omit<CustodyPlan, 'asked'>): CustodyFacet[] {
  const { events, people, revisions } = plan
  const { trails } = course({ ...plan, events: revise(plan) })
  const parcel = draw.pick([...trails.keys()])
  const moved = [...trails].filter(([, trail]) => trail.length > 1).map(([name]) => name)
  const [one, other] = draw.sample(people, 2) as [string, string]
  const revised = revisions.flatMap(revision =>
    revision.kind === 'times' ? [revision.of, revision.with] : [revision.of],
  )
  const free = events.filter(({ kind, minute }) => !revised.includes(minute) && !IDLE.includes(kind))
  const facets: CustodyFacet[] = [
    { kind: 'holderAt', parcel, minute: draw.pick(events).minute + draw.integer(5, 15) },
    { kind: 'difference', one, other },
    { kind: 'sheetsIfTaken', person: one },
    { kind: 'parcels', person: draw.pick(people) },
    ...(['moves', 'owners'] as const).map(kind => ({ kind, parcel })),
    ...(['most', 'fewest', 'empty', 'laden', 'allMoves', 'home', 'settled', 'spurned'] as const).map(kind => ({
      kind,
    })),
  ]
  if (free.length > 0) facets.push({ kind: 'without', parcel, event: draw.pick(free).minute })
  if (moved.length > 0) {
    facets.push({ kind: 'before', parcel: draw.pick(moved) }, { kind: 'firstTo', parcel: draw.pick(moved) })
  }
  return facets
}
