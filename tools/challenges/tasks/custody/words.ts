import type { Draw } from '../frame/draw.ts'
import type { Forms } from '../frame/forms.ts'
import type { CustodyEvent, CustodyFacet, CustodyRevision, Refusal } from './plan.ts'

/** The sentences of one language, each in all its forms. */
export interface CustodyWords {
  /** `{people} {count}` */
  scene: Forms
  /** `{parcel} {holder} {sheets}` */
  start: Forms
  /** As it follows a preposition or an article. */
  clock(minute: number): string
  /** When something happens: "at 9:40". */
  at(minute: number, draw: Draw): string
  /** `{at} {parcel} {to} {of} {one} {other}` */
  event: Record<CustodyEvent['kind'], Forms>
  notInOrder: Forms
  /** To whom what is offered may be refused; `{persons}`. */
  who: Record<Refusal['who']['kind'], Forms>
  /** `{one} {other}`, in place of `only`, of two. */
  whoBoth: Forms
  parcels(count: number): string
  /** `{who} {parcels} {sheets} {time} {giver}` */
  refused: Record<Refusal['when']['kind'], Forms>
  /** `{parcel}` */
  accepted: Forms
  /** `{parcels}` */
  acceptedBoth: Forms
  rest: Forms
  remark: Forms
  /** A note, by its `{time}` or by `{a}` and `{b}` who stand in it; in German in the nominative and in the dative. */
  note: { byTime: Forms; byNames: Forms }
  noteDative?: { byTime: Forms; byNames: Forms }
  /** `{note} {dative} {from} {to} {wrong} {right} {minute} {other}` */
  revision: Record<CustodyRevision['kind'], Forms>
  /** `{parcel} {person} {at} {note} {one} {other}` */
  facet: Record<CustodyFacet['kind'], Forms>
  /** `{member} {parcel}` */
  like: Forms
}

export const hour = (minute: number) => String(Math.floor(minute / 60))
export const past = (minute: number) => String(minute % 60).padStart(2, '0')

/** A time by its figures, by a quarter in words, or by another time so many minutes away. */
export function drawTime(
  draw: Draw,
  minute: number,
  words: { plain(minute: number): string; quarters: Forms; hours: string; before(by: number, minute: number): string },
): string {
  const hours = words.hours.split(' ')
  const at = Math.floor(minute / 60) - 7
  const isTold = minute % 15 === 0 && at + 1 < hours.length && draw.isHeads()
  if (isTold) {
    const form = words.quarters[(minute % 60) / 15]!
    return form.replace('{hour}', hours[at]!).replace('{next}', hours[at + 1]!)
  }
  if (draw.integer(1, 4) > 1) return words.plain(minute)
  const later = minute + draw.integer(5, 25)
  return words.before(later - minute, later)
}
