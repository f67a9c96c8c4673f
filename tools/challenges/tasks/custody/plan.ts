import type { Amount } from '../frame/amount.ts'
import type { Asked } from '../frame/forms.ts'

/**
 * Four persons pass four sealed parcels among themselves in one day. `starts` says who has each parcel in the morning, and
 * how many sheets are in it. `events` stand in the order of their times (minutes after midnight); the text shuffles them.
 *
 * - `offered` and `resumed`: whoever has the `parcel` offers it singly to the person `to`, who takes or refuses it.
 * - `dropped` and `elsewhen`: such an offer was called off, or is of another day: nothing happens, nothing is refused.
 * - `all`: whoever has the parcel `holds` gives all they have then to the person `to`; never refused.
 * - `swap`: `one` and `other` exchange all they have; never refused. `unswapped`: nothing happens.
 * What would go to the person who has it already stays there, which is neither a refusal nor a change of hands.
 *
 * `refusal` says which single offers are refused (the parcel then stays where it is). Those to the person `who.person` may
 * be, where `who.kind` is `only`; those to all others but that person, where it is `allBut`. Of these are refused: with
 * `always` all; with `holding` those to somebody who has `parcels` or more parcels at that moment; with `heavy` those of a
 * parcel with more than `sheets` sheets; with `until` those before `minute`. The parcel `accepted`, where there is one, is
 * never refused.
 *
 * `revision` is of the event whose time is `of`, before anything is reckoned:
 * `to`: it went or was offered to the person `to` instead; `minute`: its time was `minute` (the order changes by it);
 * `struck`: it never took place; `upheld` and `affirmed`: nothing changes.
 */
export interface CustodyPlan {
  people: string[]
  starts: { parcel: string; holder: string; sheets: Amount }[]
  events: CustodyEvent[]
  refusal: Refusal
  revision: CustodyRevision
  asked: Asked<CustodyFacet>[]
}

export type CustodyEvent = { minute: number } & (
  | { kind: 'offered' | 'resumed' | 'dropped' | 'elsewhen'; parcel: string; to: string }
  | { kind: 'all'; holds: string; to: string }
  | { kind: 'swap' | 'unswapped'; one: string; other: string }
)

export interface Refusal {
  who: { kind: 'only' | 'allBut'; person: string }
  when:
    | { kind: 'always' }
    | { kind: 'holding'; parcels: number }
    | { kind: 'heavy'; sheets: number }
    | { kind: 'until'; minute: number }
  accepted?: string
}

export type CustodyRevision =
  | { kind: 'to' | 'affirmed'; of: number; from: string; to: string }
  | { kind: 'minute'; of: number; minute: number }
  | { kind: 'struck' | 'upheld'; of: number }

/**
 * - `holder`: the name of who has the `parcel` at the end. `ifTaken`: who would have it if nothing had been refused.
 *   `unrevised`: who would have it if there were no revision. `holderAt`: who has it at `minute`, when nothing happens.
 * - `sheets`: the sheets in all parcels that the `person` has at the end.
 * - `most`: the name of who has most sheets at the end; nobody has as many.
 * - `parcels`: the list of the parcels that the `person` has at the end, in any order; it may be empty.
 * - `refused`: how many offers were refused. `moves`: how often the `parcel` went from one person to another.
 * - `empty`: how many persons have no parcel at the end.
 */
export type CustodyFacet =
  | { kind: 'holder' | 'ifTaken' | 'unrevised' | 'moves'; parcel: string }
  | { kind: 'holderAt'; parcel: string; minute: number }
  | { kind: 'sheets' | 'parcels'; person: string }
  | { kind: 'most' | 'refused' | 'empty' }
