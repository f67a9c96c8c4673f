import type { Amount } from '../frame/amount.ts'
import type { Asked } from '../frame/forms.ts'

/**
 * Some persons pass three or four sealed parcels among themselves in one day. `starts` says who has each parcel in the
 * morning, and how many sheets are in it. `events` stand in the order of their times (minutes after midnight); the text
 * shuffles them.
 *
 * - `offered` and `resumed`: whoever has the `parcel` offers it singly to the person `to`, who takes or refuses it.
 *   `toHolder`: the same, the person being whoever has the parcel `of` then.
 * - `dropped` and `elsewhen`: such an offer was called off, or is of another day: nothing happens, nothing is refused.
 * - `left`: whoever has the `parcel` leaves it with the person `to`; never refused.
 * - `back`: the `parcel` goes back to whoever had it before the person who has it now (and stays where it is if it has been
 *   with one person alone); never refused.
 * - `all`: whoever has the parcel `holds` gives all they have then to the person `to`; never refused.
 * - `swap`: `one` and `other` exchange all they have; never refused. `unswapped`: nothing happens.
 * What would go to the person who has it already stays there, which is neither a refusal nor a change of hands.
 *
 * `refusal` says which single offers are refused (the parcel then stays where it is). Those to one of `who.persons` may
 * be, where `who.kind` is `only`; those to anybody else, where it is `allBut`. Of these are refused: with `always` all; with
 * `holding` those to somebody who has `parcels` or more parcels at that moment; with `heavy` those of a parcel with more
 * than `sheets` sheets, with `light` with fewer; with `until` those before `minute`, with `since` those at `minute` or later;
 * with `giver` those by the person `giver`. The parcels in `accepted` are never refused.
 *
 * `revisions` are of events by their times in `events`, and all are read into these before anything is reckoned:
 * `to`: it went or was offered to the person `to` instead; `parcel`: it was of the parcel `right`, not `wrong`; `minute`: its
 * time was `minute` (the order changes by it); `times`: the events of the times `of` and `with` had each the other's time;
 * `struck`: it never took place; `revived`: what `dropped` or `unswapped` says was not done, was done at that time;
 * `upheld` and `affirmed`: nothing changes.
 */
export interface CustodyPlan {
  people: string[]
  starts: { parcel: string; holder: string; sheets: Amount }[]
  events: CustodyEvent[]
  refusal: Refusal
  revisions: CustodyRevision[]
  asked: Asked<CustodyFacet>[]
}

export type CustodyEvent = { minute: number } & (
  | { kind: 'offered' | 'resumed' | 'dropped' | 'elsewhen' | 'left'; parcel: string; to: string }
  | { kind: 'toHolder'; parcel: string; of: string }
  | { kind: 'back'; parcel: string }
  | { kind: 'all'; holds: string; to: string }
  | { kind: 'swap' | 'unswapped'; one: string; other: string }
)

export interface Refusal {
  who: { kind: 'only' | 'allBut'; persons: string[] }
  when:
    | { kind: 'always' }
    | { kind: 'holding'; parcels: number }
    | { kind: 'heavy' | 'light'; sheets: number }
    | { kind: 'until' | 'since'; minute: number }
    | { kind: 'giver'; giver: string }
  accepted: string[]
}

export type CustodyRevision =
  | { kind: 'to' | 'affirmed'; of: number; from: string; to: string }
  | { kind: 'parcel'; of: number; wrong: string; right: string }
  | { kind: 'minute'; of: number; minute: number }
  | { kind: 'times'; of: number; with: number }
  | { kind: 'struck' | 'upheld' | 'revived'; of: number }

/**
 * - `holder`: the name of who has the `parcel` at the end. `ifTaken`: who would have it if nothing had been refused.
 *   `unrevised`: who would have it if there were no revision. `holderAt`: who has it at `minute`, when nothing happens.
 *   `without`: who would have it if the event of the time `event`, of which no revision is, had never taken place.
 *   `before`: who had it before the person who has it at the end; it has changed hands. `firstTo`: to whom it went first.
 * - `sheets`: the sheets in all parcels that the `person` has at the end. `sheetsIfTaken`: those that the person would
 *   have if nothing had been refused. `difference`: by how many the sheets of `one` and `other` differ at the end.
 * - `most`, `fewest`: the name of who has most or fewest sheets at the end; nobody has as many. `fewest` is of those who
 *   have any.
 * - `parcels`: the list of the parcels that the `person` has at the end, in any order; it may be empty.
 * - `home`: the parcels that are at the end with who had them in the morning; `settled`: those that never changed hands;
 *   `spurned`: those that were refused at least once. These may come in any order and be empty.
 * - `refused`: how many offers were refused. `moves`: how often the `parcel` went from one person to another. `allMoves`:
 *   how often that happened to any parcel (several at once count each). `owners`: how many persons had the `parcel` that
 *   day, who has it in the morning included.
 * - `empty`: how many persons have no parcel at the end. `laden`: how many have two or more.
 */
export type CustodyFacet =
  | { kind: 'holder' | 'ifTaken' | 'unrevised' | 'moves' | 'before' | 'firstTo' | 'owners'; parcel: string }
  | { kind: 'holderAt'; parcel: string; minute: number }
  | { kind: 'without'; parcel: string; event: number }
  | { kind: 'sheets' | 'sheetsIfTaken' | 'parcels'; person: string }
  | { kind: 'difference'; one: string; other: string }
  | { kind: 'most' | 'fewest' | 'refused' | 'empty' | 'laden' | 'allMoves' | 'home' | 'settled' | 'spurned' }
