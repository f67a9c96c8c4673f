import type { CustodyEvent, CustodyPlan, CustodyRevision, Refusal } from './plan.ts'

export type Holders = Map<string, string>

/** What a day brought: of each parcel all that had it, the last at the end; and the parcels of refused offers. */
export interface Course {
  holders: Holders
  trails: Map<string, string[]>
  refused: string[]
}

type Day = Pick<CustodyPlan, 'starts' | 'refusal'> & { events: readonly CustodyEvent[] }

export const revise = ({ events, revisions }: Pick<CustodyPlan, 'events' | 'revisions'>): CustodyEvent[] =>
  events
    .flatMap(event => {
      const revision = revisions.find(
        one => one.of === event.minute || (one.kind === 'times' && one.with === event.minute),
      )
      return revision ? read(event, revision) : [event]
    })
    .sort((one, other) => one.minute - other.minute)

function read(event: CustodyEvent, revision: CustodyRevision): CustodyEvent[] {
  switch (revision.kind) {
    case 'struck':
      return []
    case 'to':
      return [{ ...event, to: revision.to } as CustodyEvent]
    case 'parcel':
      return [{ ...event, parcel: revision.right } as CustodyEvent]
    case 'minute':
      return [{ ...event, minute: revision.minute }]
    case 'times':
      return [{ ...event, minute: event.minute === revision.of ? revision.with : revision.of }]
    case 'revived':
      return [{ ...event, kind: event.kind === 'unswapped' ? 'swap' : 'offered' } as CustodyEvent]
    default:
      return [event]
  }
}

interface Offer {
  minute: number
  parcel: string
  to: string
  giver: string
  /** How many parcels the other has. */
  had: number
  sheets: number
}

function isRefused({ who, when, accepted }: Refusal, { minute, parcel, to, giver, had, sheets }: Offer): boolean {
  if (accepted.includes(parcel) || (who.kind === 'only') !== who.persons.includes(to)) return false
  if (when.kind === 'holding') return had >= when.parcels
  if (when.kind === 'heavy') return sheets > when.sheets
  if (when.kind === 'light') return sheets < when.sheets
  if (when.kind === 'until') return minute < when.minute
  if (when.kind === 'since') return minute >= when.minute
  return when.kind !== 'giver' || giver === when.giver
}

/** What becomes of the parcels until a minute; with `isTaken`, if nothing is ever refused. */
export function course({ starts, events, refusal }: Day, until = Number.POSITIVE_INFINITY, isTaken = false): Course {
  const trails = new Map(starts.map(({ parcel, holder }) => [parcel, [holder]]))
  const refused: string[] = []
  for (const event of events) {
    if (event.minute > until) break
    const holders = new Map([...trails].map(([parcel, trail]) => [parcel, trail.at(-1)!]))
    const offered =
      ['offered', 'resumed', 'toHolder'].includes(event.kind) && 'parcel' in event ? event.parcel : undefined
    for (const [parcel, to] of passed(event, holders, trails)) {
      const { minute } = event
      const had = [...holders.values()].filter(holder => holder === to).length
      const sheets = starts.find(start => start.parcel === parcel)!.sheets.value
      const offer = { minute, parcel, to, giver: holders.get(parcel)!, had, sheets }
      if (parcel === offered && !isTaken && isRefused(refusal, offer)) refused.push(parcel)
      else trails.get(parcel)!.push(to)
    }
  }
  return { holders: new Map([...trails].map(([parcel, trail]) => [parcel, trail.at(-1)!])), trails, refused }
}

/** To whom an event would bring parcels that others have. */
function passed(event: CustodyEvent, holders: Holders, trails: Map<string, string[]>): Holders {
  const received = [...holders].map(([parcel, holder]) => {
    const isMeant = 'parcel' in event && event.parcel === parcel
    return [parcel, isMeant ? receiverOf(event, holders, trails) : receiver(event, holder, holders)] as const
  })
  return new Map(received.filter(([parcel, to]) => holders.get(parcel) !== to))
}

/** Who gets the parcel that an event is of. */
function receiverOf(
  event: Extract<CustodyEvent, { parcel: string }>,
  holders: Holders,
  trails: Map<string, string[]>,
): string {
  const holder = holders.get(event.parcel)!
  if (event.kind === 'back') return trails.get(event.parcel)!.at(-2) ?? holder
  if (event.kind === 'toHolder') return holders.get(event.of)!
  return event.kind === 'dropped' || event.kind === 'elsewhen' ? holder : event.to
}

/** Who gets all that somebody has. */
function receiver(event: CustodyEvent, holder: string, holders: Holders): string {
  if (event.kind === 'all') return holders.get(event.holds) === holder ? event.to : holder
  if (event.kind !== 'swap' || (holder !== event.one && holder !== event.other)) return holder
  return holder === event.one ? event.other : event.one
}
