import type { Forms } from '../frame/forms.ts'
import type { CustodyEvent, CustodyFacet, CustodyRevision, Refusal } from './plan.ts'

/** The sentences of one language, each in all its forms. */
export interface CustodyWords {
  /** `{people}` */
  scene: Forms
  /** `{parcel} {holder} {sheets}` */
  start: Forms
  clock(minute: number): string
  /** `{time} {parcel} {to} {one} {other}` */
  event: Record<CustodyEvent['kind'], Forms>
  notInOrder: Forms
  /** To whom what is offered may be refused. */
  who: Record<Refusal['who']['kind'], (person: string) => string>
  parcels(count: number): string
  /** `{who} {parcels} {sheets} {time}` */
  refused: Record<Refusal['when']['kind'], Forms>
  /** `{parcel}` */
  accepted: Forms
  rest: Forms
  remark: Forms
  /** `{time} {from} {to} {minute}` */
  revision: Record<CustodyRevision['kind'], Forms>
  /** `{parcel} {person} {time}` */
  facet: Record<CustodyFacet['kind'], Forms>
  /** `{member} {parcel}` */
  like: Forms
}

export const hour = (minute: number) => String(Math.floor(minute / 60))
export const past = (minute: number) => String(minute % 60).padStart(2, '0')
