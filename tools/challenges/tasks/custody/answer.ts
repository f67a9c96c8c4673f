import type { Json } from '../frame/family.ts'
import type { CustodyEvent, CustodyFacet, CustodyPlan, Refusal } from './plan.ts'

type Holders = Map<string, string>

export type Course = { holders: Holders; refused: number; moves: Map<string, number> }

type Day = Pick<CustodyPlan, 'starts' | 'refusal'> & { events: readonly CustodyEvent[] }

export function revise({ events, revision }: Pick<CustodyPlan, 'events' | 'revision'>): CustodyEvent[] {
  const { kind, of } = revision
  if (kind === 'struck') return events.filter(({ minute }) => minute !== of)
  if (kind === 'to') return events.map(event => (event.minute === of ? { ...event, to: revision.to } : event))
  if (kind !== 'minute') return [...events]
  return events
    .map(event => (event.minute === of ? { ...event, minute: revision.minute } : event))
    .sort((one, other) => one.minute - other.minute)
}

function isRefused(
  { who, when, accepted }: Refusal,
  event: { minute: number; parcel: string; to: string },
  had: number,
  sheets: number,
): boolean {
  if (event.parcel === accepted || (who.kind === 'only') !== (event.to === who.person)) return false
  if (when.kind === 'holding') return had >= when.parcels
  if (when.kind === 'heavy') return sheets > when.sheets
  return when.kind === 'always' || event.minute < when.minute
}

/** What becomes of the parcels until a minute; with `isTaken`, if nothing is ever refused. */
export function course({ starts, events, refusal }: Day, until = Number.POSITIVE_INFINITY, isTaken = false): Course {
  const holders: Holders = new Map(starts.map(({ parcel, holder }) => [parcel, holder]))
  const moves = new Map(starts.map(({ parcel }) => [parcel, 0]))
  let refused = 0
  for (const event of events) {
    if (event.minute > until) break
    const had = new Map(holders)
    const goes = passed(event, had)
    if (goes.size > 0 && !isTaken && 'parcel' in event) {
      const count = [...had.values()].filter(holder => holder === event.to).length
      const sheets = starts.find(({ parcel }) => parcel === event.parcel)!.sheets.value
      if (isRefused(refusal, event, count, sheets)) {
        refused++
        continue
      }
    }
    for (const [parcel, to] of goes) {
      moves.set(parcel, moves.get(parcel)! + 1)
      holders.set(parcel, to)
    }
  }
  return { holders, refused, moves }
}

/** To whom an event would bring parcels that others have. */
function passed(event: CustodyEvent, holders: Holders): Holders {
  const receiver = (parcel: string, holder: string) => {
    if (event.kind === 'offered' || event.kind === 'resumed') return event.parcel === parcel ? event.to : holder
    if (event.kind === 'all') return holders.get(event.holds) === holder ? event.to : holder
    if (event.kind !== 'swap' || (holder !== event.one && holder !== event.other)) return holder
    return holder === event.one ? event.other : event.one
  }
  const received = [...holders].map(([parcel, holder]) => [parcel, receiver(parcel, holder)] as const)
  return new Map(received.filter(([parcel, to]) => holders.get(parcel) !== to))
}

export function sheetsOf({ people, starts }: CustodyPlan, holders: Holders): Map<string, number> {
  const sheets = new Map(people.map(person => [person, 0]))
  for (const { parcel, sheets: count } of starts) {
    const holder = holders.get(parcel)!
    sheets.set(holder, sheets.get(holder)! + count.value)
  }
  return sheets
}

export function custodyAnswer(plan: CustodyPlan): Json {
  return Object.fromEntries(plan.asked.map(({ member, facet }) => [member, facetOf(plan, facet)]))
}

function facetOf(plan: CustodyPlan, facet: CustodyFacet): Json {
  const day = { ...plan, events: revise(plan) }
  const { holders, moves, refused } = course(day)
  switch (facet.kind) {
    case 'holder':
      return holders.get(facet.parcel)!
    case 'ifTaken':
      return course(day, undefined, true).holders.get(facet.parcel)!
    case 'unrevised':
      return course(plan).holders.get(facet.parcel)!
    case 'holderAt':
      return course(day, facet.minute).holders.get(facet.parcel)!
    case 'moves':
      return moves.get(facet.parcel)!
    case 'sheets':
      return sheetsOf(plan, holders).get(facet.person)!
    case 'parcels':
      return [...holders].filter(([, holder]) => holder === facet.person).map(([parcel]) => parcel)
    case 'most':
      return [...sheetsOf(plan, holders)].sort(([, one], [, other]) => other - one)[0]![0]
    case 'refused':
      return refused
    case 'empty':
      return plan.people.filter(person => ![...holders.values()].includes(person)).length
  }
}
