import type { Draw } from '../frame/draw.ts'
import type { CustodyEvent, CustodyRevision } from './plan.ts'

/** None, one or two, each of another event. */
export function drawRevisions(
  draw: Draw,
  people: string[],
  parcels: string[],
  events: CustodyEvent[],
): CustodyRevision[] {
  const [one, other, third] = draw.shuffle(events) as [CustodyEvent, CustodyEvent, CustodyEvent]
  const minutes = events.map(({ minute }) => minute)
  const count = draw.pick([0, 1, 1, 1, 2])
  if (count > 0 && draw.integer(1, 6) === 1) return [{ kind: 'times', of: one.minute, with: third.minute }]
  return [one, other].slice(0, count).map(event => drawRevision(draw, people, parcels, event, minutes))
}

function drawRevision(
  draw: Draw,
  people: string[],
  parcels: string[],
  event: CustodyEvent,
  minutes: number[],
): CustodyRevision {
  const { minute: of } = event
  const revisions: CustodyRevision[] = [
    { kind: 'struck', of },
    { kind: 'upheld', of },
  ]
  const isIdle = event.kind === 'dropped' || event.kind === 'unswapped'
  if (isIdle && draw.isHeads()) return { kind: 'revived', of }
  if (event.kind !== 'elsewhen') revisions.push({ kind: 'minute', of, minute: anotherMinute(draw, minutes) })
  if ('to' in event) {
    const to = draw.pick(people.filter(person => person !== event.to))
    revisions.push({ kind: 'to', of, from: event.to, to }, { kind: 'affirmed', of, from: event.to, to })
  }
  if ('parcel' in event && event.kind !== 'toHolder') {
    const right = draw.pick(parcels.filter(parcel => parcel !== event.parcel))
    revisions.push({ kind: 'parcel', of, wrong: event.parcel, right })
  }
  return draw.pick(revisions)
}

/** A time at which nothing else is told, nor comes to be by another remark. */
function anotherMinute(draw: Draw, minutes: number[]): number {
  const minute = draw.integer(minutes[0]! - 30, minutes.at(-1)! + 30)
  if (minutes.includes(minute)) return anotherMinute(draw, minutes)
  minutes.push(minute)
  minutes.sort((one, other) => one - other)
  return minute
}
