import type { Asked } from '../../engine/family.ts'

/**
 * People write to each other about information stands, one in each of `places`: who looks after it, on which day of the
 * month. `messages` stand in the order in which they were written.
 *
 * - `propose` says who (`taker`) and on which day; `day` proposes another day, `taker` another person, what is not named
 *   stays as it was settled; `drop` proposes to have no stand there. A proposal of later replaces one still open.
 * - `yes` and `no` are about the latest proposal for that place before them.
 *   A proposal is settled by a `yes` of somebody else than its author; where there is a `lead`, by that person's alone.
 *   What is never settled changes nothing.
 * - `yesAll` is a yes to the latest proposal for each place; one that was settled before stays so.
 * - `back` says that the author of the latest proposal for the place takes it back: no later yes settles it.
 * - `past` is the distractor: it tells of last year and is of no account.
 *
 * Nothing is proposed to be changed that is not settled, and the days are all different.
 * In the end each stand that there is costs `fee`; `amount` is paid besides, once.
 */
export interface AgreementsPlan {
  places: string[]
  messages: Message[]
  lead?: string
  fee: number
  amount: number
  /** The members of each record of `stands`: place, person and day; of `people` the last two are: person, how many. */
  inner: [string, string, string]
  /** The answer is an object with these members. */
  asked: Asked<AgreementFacet>[]
}

export type Message = { from: string } & Act

export type Act =
  | { kind: 'propose'; place: string; taker: string; day: number }
  | { kind: 'day'; place: string; day: number }
  | { kind: 'taker'; place: string; taker: string }
  | { kind: 'drop'; place: string }
  | { kind: 'yes' | 'no' | 'back'; place: string }
  | { kind: 'yesAll'; place?: undefined }
  | { kind: 'past'; place: string; day: number }

/**
 * - `stands`: a record of each stand that there is in the end, by day: place, person, day.
 * - `people`: a record of each person with such a stand, by the alphabet: the name, how many stands.
 * - `open`: the places with no stand in the end, by the alphabet; there is one.
 * - `changed`: the places of which something settled was replaced or dropped by something settled later, by the alphabet;
 *   there is one.
 * - `earliest`, `latest`: the place of the stand with the earliest or the latest day.
 * - `free`: who wrote a message and has no stand in the end, by the alphabet; there is one.
 * - `opposed`: how many proposals met with a `no`. `proposals`: how many proposals there were.
 * - `futile`: how many proposals were never settled.
 * - `cost`: what is to be paid in all.
 */
export type AgreementFacet =
  | 'stands'
  | 'people'
  | 'open'
  | 'changed'
  | 'earliest'
  | 'latest'
  | 'free'
  | 'opposed'
  | 'proposals'
  | 'futile'
  | 'cost'
