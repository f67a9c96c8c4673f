import type { CustodyEvent, CustodyFacet, CustodyPlan, CustodyRevision, Refusal } from '../custody/plan.ts'
import type { Json } from '../frame/family.ts'
import { sumOf } from './asked.ts'
import { mostBy } from './tally.ts'

/** Who has each parcel, and what became of it on the way. */
interface Day {
  holderOf: Record<string, string>
  /** Each change of hands, in order. */
  passes: { parcel: string; from: string; to: string }[]
  refused: string[]
}

/** Lives through the day as often as a question asks for another day. */
export function solveCustody(plan: CustodyPlan): Json {
  return Object.fromEntries(
    plan.asked.map(({ member, facet }) => [member, ofParcels(facet, plan) ?? ofDay(facet, plan)]),
  )
}

function ofParcels(facet: CustodyFacet, plan: CustodyPlan): Json | undefined {
  if (!('parcel' in facet)) return undefined
  const { parcel } = facet
  const end = lived(plan)
  const passes = end.passes.filter(pass => pass.parcel === parcel)
  switch (facet.kind) {
    case 'holder':
      return end.holderOf[parcel]!
    case 'ifTaken':
      return lived(plan, { isAllTaken: true }).holderOf[parcel]!
    case 'unrevised':
      return lived({ ...plan, revisions: [] }).holderOf[parcel]!
    case 'holderAt':
      return lived(plan, { until: facet.minute }).holderOf[parcel]!
    case 'without':
      return lived({ ...plan, revisions: [...plan.revisions, { kind: 'struck', of: facet.event }] }).holderOf[parcel]!
    case 'before':
      return passes.at(-1)!.from
    case 'firstTo':
      return passes[0]!.to
    case 'owners':
      return new Set(passes.flatMap(({ from, to }) => [from, to])).size || 1
    case 'moves':
      return passes.length
  }
}

function ofDay(facet: CustodyFacet, plan: CustodyPlan): Json {
  const { people, starts } = plan
  const end = lived(plan)
  const parcels = starts.map(({ parcel }) => parcel)
  const theirs = (name: string, { holderOf } = end) => parcels.filter(parcel => holderOf[parcel] === name)
  const sheetsOf = (some: string[]) =>
    sumOf(starts.flatMap(({ parcel, sheets }) => (some.includes(parcel) ? [sheets.value] : [])))
  const sheetsWith = (name: string) => sheetsOf(theirs(name))
  switch (facet.kind) {
    case 'sheets':
      return sheetsWith(facet.person)
    case 'sheetsIfTaken':
      return sheetsOf(theirs(facet.person, lived(plan, { isAllTaken: true })))
    case 'difference':
      return (
        Math.max(sheetsWith(facet.one), sheetsWith(facet.other)) - Math.min(...[facet.one, facet.other].map(sheetsWith))
      )
    case 'parcels':
      return theirs(facet.person)
    case 'most':
      return mostBy(people, sheetsWith)
    case 'fewest':
      return mostBy([...new Set(Object.values(end.holderOf))], name => -sheetsWith(name))
    case 'home':
      return starts.filter(({ parcel, holder }) => end.holderOf[parcel] === holder).map(({ parcel }) => parcel)
    case 'settled':
      return parcels.filter(parcel => !end.passes.some(pass => pass.parcel === parcel))
    case 'spurned':
      return parcels.filter(parcel => end.refused.includes(parcel))
    case 'refused':
      return end.refused.length
    case 'allMoves':
      return end.passes.length
    case 'empty':
      return people.length - new Set(Object.values(end.holderOf)).size
    default:
      return people.filter(name => theirs(name).length >= 2).length
  }
}

function lived(plan: CustodyPlan, otherwise: { isAllTaken?: boolean; until?: number } = {}): Day {
  const { isAllTaken = false, until = Number.POSITIVE_INFINITY } = otherwise
  const day: Day = { holderOf: {}, passes: [], refused: [] }
  for (const { parcel, holder } of plan.starts) day.holderOf[parcel] = holder
  const events = plan.events
    .flatMap(event =>
      plan.revisions.reduce((read, revision) => read.flatMap(one => asRead(one, event, revision)), [event]),
    )
    .filter(({ minute }) => minute <= until)
    .sort((one, other) => one.minute - other.minute)
  for (const event of events) {
    const offer = offerOf(event, day)
    if (offer && !isAllTaken && isRefused({ ...offer, minute: event.minute }, day, plan)) day.refused.push(offer.parcel)
    else
      for (const [parcel, to] of offer ? [[offer.parcel, offer.to] as const] : goingWhere(event, day))
        move(parcel, to, day)
  }
  return day
}

/** An event as it is by now, and as it was told, read by a revision of what was told. */
function asRead(event: CustodyEvent, told: CustodyEvent, revision: CustodyRevision): CustodyEvent[] {
  if (revision.kind === 'times' && revision.with === told.minute) return [{ ...event, minute: revision.of }]
  if (told.minute !== revision.of) return [event]
  switch (revision.kind) {
    case 'struck':
      return []
    case 'minute':
      return [{ ...event, minute: revision.minute }]
    case 'times':
      return [{ ...event, minute: revision.with }]
    case 'parcel':
      return 'parcel' in event ? [{ ...event, parcel: revision.right }] : []
    case 'to':
      return 'to' in event ? [{ ...event, to: revision.to }] : []
    case 'revived':
      if (event.kind === 'unswapped') return [{ ...event, kind: 'swap' }]
      return event.kind === 'dropped' ? [{ ...event, kind: 'resumed' }] : []
    default:
      return [event]
  }
}

function offerOf(event: CustodyEvent, { holderOf }: Day): { parcel: string; to: string } | undefined {
  if (event.kind === 'offered' || event.kind === 'resumed') return event
  return event.kind === 'toHolder' ? { parcel: event.parcel, to: holderOf[event.of]! } : undefined
}

function isRefused(
  { parcel, to, minute }: { parcel: string; to: string; minute: number },
  { holderOf }: Day,
  { refusal, starts }: CustodyPlan,
): boolean {
  if (holderOf[parcel] === to || refusal.accepted.includes(parcel)) return false
  if (refusal.who.persons.includes(to) !== (refusal.who.kind === 'only')) return false
  const had = Object.values(holderOf).filter(name => name === to).length
  const { sheets } = starts.find(start => start.parcel === parcel)!
  return isMet(refusal.when, { had, sheets: sheets.value, minute, giver: holderOf[parcel]! })
}

function isMet(when: Refusal['when'], met: { had: number; sheets: number; minute: number; giver: string }) {
  switch (when.kind) {
    case 'holding':
      return met.had >= when.parcels
    case 'heavy':
      return met.sheets > when.sheets
    case 'light':
      return met.sheets < when.sheets
    case 'until':
      return met.minute < when.minute
    case 'since':
      return met.minute >= when.minute
    case 'giver':
      return met.giver === when.giver
    default:
      return true
  }
}

function goingWhere(event: CustodyEvent, { holderOf, passes }: Day): [parcel: string, to: string][] {
  const all = (from: string, to: string) =>
    Object.keys(holderOf).flatMap((parcel): [string, string][] => (holderOf[parcel] === from ? [[parcel, to]] : []))
  if (event.kind === 'left') return [[event.parcel, event.to]]
  if (event.kind === 'all') return all(holderOf[event.holds]!, event.to)
  if (event.kind === 'swap') return [...all(event.one, event.other), ...all(event.other, event.one)]
  const last = event.kind === 'back' ? passes.findLast(({ parcel }) => parcel === event.parcel) : undefined
  return last ? [[last.parcel, last.from]] : []
}

function move(parcel: string, to: string, { holderOf, passes }: Day): void {
  const from = holderOf[parcel]!
  if (from === to) return
  holderOf[parcel] = to
  passes.push({ parcel, from, to })
}
