import type { CustodyEvent, CustodyFacet, CustodyPlan, Refusal } from '../custody/plan.ts'
import type { Json } from '../frame/family.ts'
import { sumOf } from './asked.ts'
import { mostBy } from './tally.ts'

/** Who has each parcel, and what became of it on the way. */
interface Day {
  holderOf: Record<string, string>
  movesOf: Record<string, number>
  refused: number
}

/** Lives through the day as often as a question asks for another day. */
export function solveCustody(plan: CustodyPlan): Json {
  const people = [...new Set(plan.people)]
  const sheetsOf = (parcel: string) => plan.starts.find(start => start.parcel === parcel)!.sheets.value
  const parcels = plan.starts.map(({ parcel }) => parcel)
  const end = lived(plan)
  const theirs = (name: string) => parcels.filter(parcel => end.holderOf[parcel] === name)
  const sheetsWith = (name: string) => sumOf(theirs(name).map(sheetsOf))
  const answer = (facet: CustodyFacet): Json => {
    switch (facet.kind) {
      case 'holder':
        return end.holderOf[facet.parcel]!
      case 'ifTaken':
        return lived(plan, { isAllTaken: true }).holderOf[facet.parcel]!
      case 'unrevised':
        return lived(plan, { isRevised: false }).holderOf[facet.parcel]!
      case 'holderAt':
        return lived(plan, { until: facet.minute }).holderOf[facet.parcel]!
      case 'moves':
        return end.movesOf[facet.parcel]!
      case 'sheets':
        return sheetsWith(facet.person)
      case 'parcels':
        return theirs(facet.person)
      case 'most':
        return mostBy(people, sheetsWith)
      case 'refused':
        return end.refused
      case 'empty':
        return people.filter(name => theirs(name).length === 0).length
    }
  }
  return Object.fromEntries(plan.asked.map(({ member, facet }) => [member, answer(facet)]))
}

interface Otherwise {
  isAllTaken?: boolean
  isRevised?: boolean
  until?: number
}

function lived(plan: CustodyPlan, otherwise: Otherwise = {}): Day {
  const { isAllTaken = false, isRevised = true, until = Number.POSITIVE_INFINITY } = otherwise
  const day: Day = { holderOf: {}, movesOf: {}, refused: 0 }
  for (const { parcel, holder } of plan.starts) {
    day.holderOf[parcel] = holder
    day.movesOf[parcel] = 0
  }
  const events = (isRevised ? plan.events.flatMap(event => eventAsRead(event, plan)) : [...plan.events])
    .filter(({ minute }) => minute <= until)
    .sort((one, other) => one.minute - other.minute)
  for (const event of events) {
    if (!isAllTaken && isRefused(event, day, plan)) day.refused++
    else for (const [parcel, to] of goingWhere(event, day)) move(parcel, to, day)
  }
  return day
}

function eventAsRead(event: CustodyEvent, { revision }: CustodyPlan): CustodyEvent[] {
  if (event.minute !== revision.of || revision.kind === 'upheld' || revision.kind === 'affirmed') return [event]
  if (revision.kind === 'struck') return []
  if (revision.kind === 'minute') return [{ ...event, minute: revision.minute }]
  if (!('to' in revision && 'to' in event)) throw new Error(`what happened at ${event.minute} goes to nobody`)
  return [{ ...event, to: revision.to }]
}

function isRefused(event: CustodyEvent, { holderOf }: Day, { refusal, starts }: CustodyPlan): boolean {
  if (event.kind !== 'offered' && event.kind !== 'resumed') return false
  const { parcel, to } = event
  if (holderOf[parcel] === to || refusal.accepted === parcel) return false
  if ((refusal.who.person === to) !== (refusal.who.kind === 'only')) return false
  const had = starts.filter(start => holderOf[start.parcel] === to).length
  const { sheets } = starts.find(start => start.parcel === parcel)!
  return isMet(refusal.when, { had, sheets: sheets.value, minute: event.minute })
}

function isMet(when: Refusal['when'], { had, sheets, minute }: { had: number; sheets: number; minute: number }) {
  if (when.kind === 'holding') return had >= when.parcels
  if (when.kind === 'heavy') return sheets > when.sheets
  return when.kind === 'always' || minute < when.minute
}

function goingWhere(event: CustodyEvent, { holderOf }: Day): [parcel: string, to: string][] {
  const all = (from: string, to: string) =>
    Object.keys(holderOf).flatMap((parcel): [string, string][] => (holderOf[parcel] === from ? [[parcel, to]] : []))
  if (event.kind === 'offered' || event.kind === 'resumed') return [[event.parcel, event.to]]
  if (event.kind === 'all') return all(holderOf[event.holds]!, event.to)
  return event.kind === 'swap' ? [...all(event.one, event.other), ...all(event.other, event.one)] : []
}

function move(parcel: string, to: string, { holderOf, movesOf }: Day): void {
  if (holderOf[parcel] === to) return
  holderOf[parcel] = to
  movesOf[parcel]!++
}
