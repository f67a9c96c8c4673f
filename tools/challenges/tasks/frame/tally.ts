import type { Asked } from './forms.ts'

/**
 * What several persons have at several places (days and evenings, rounds), on a list to which notes were added.
 *
 * `notes` were added in this order, and each concerns what `person` has at `place`:
 * - `added`, `done`, `upheld`: `number` more.
 * - `excess`: `number` fewer.
 * - `given`: `number` of them are really those of `other`: fewer for `person`, and as many more for `other` at that place.
 * - `dropped`, `overturned`, `confirmed`, `kept`: nothing changes.
 *
 * `revisions`, none, one or two, were written after all notes, each about other notes. `note` is the place of a note in
 * `notes`, 0 for the first.
 * - `person`: the note holds of `to` where it says `from`, its `person`.
 * - `place`: it concerns the place `to`, not `from`.
 * - `number`: its number is `to`.
 * - `twice`: its number is to be doubled.
 * - `withdrawn`: the note is void.
 * - `opposite`: it came out the other way round: the note is to be read as `done` for `dropped`, `upheld` for `overturned`,
 *   `excess` for `confirmed`, `given` for `kept`, and the other way round.
 * - `exchanged`: the note holds of the `person` of the note `with`, and that one of the `person` of this.
 * - `restored`, `disputed`: nothing changes.
 *
 * `rule` is applied to what each person has by list, notes and revisions. What a person has at the place `rule.doubled`
 * counts twice, and what they have elsewhere once; but of it,
 * - where `condition` is `all`: all counts twice.
 * - `beyond`: the first `limit` count once and all more twice. `first`: the first `limit` count twice and all more once.
 * - `atLeast`: it counts twice for those who have `limit` or more there, once for the others.
 * - `below`: it counts twice for those who have fewer than `limit` there, once for the others.
 * - `fewer`: it counts twice for those who have fewer there than at the place `against`, once for the others. `more`: for
 *   those who have more there than at the place `against`.
 * `except` says for whom everything counts once: `nobody`; the `person`; the one who has `most`, or `least`, at the place
 * `against`.
 *
 * `traits` are told once, and serve only to speak of a person without the name.
 */
export interface Tally<Place> {
  notes: Note<Place>[]
  revisions: Revision<Place>[]
  rule: Rule<Place>
  traits: { trait: Trait; person: string }[]
}

export const NOTE_KINDS = {
  changing: ['added', 'done', 'upheld', 'excess', 'given'],
  idle: ['dropped', 'overturned', 'confirmed', 'kept'],
} as const

export interface Note<Place> {
  kind: NoteKind
  person: string
  place: Place
  number: number
  /** With `given` and `kept` alone. */
  other?: string
}

export type NoteKind = (typeof NOTE_KINDS)['changing' | 'idle'][number]

export type Revision<Place> =
  | { kind: 'withdrawn' | 'restored' | 'twice' | 'opposite'; note: number }
  | { kind: 'person' | 'disputed'; note: number; from: string; to: string }
  | { kind: 'place'; note: number; from: Place; to: Place }
  | { kind: 'number'; note: number; to: number }
  | { kind: 'exchanged'; note: number; with: number }

export interface Rule<Place> {
  doubled: Place
  condition: 'all' | 'beyond' | 'first' | 'atLeast' | 'below' | 'fewer' | 'more'
  limit?: number
  against?: Place
  except: { kind: 'nobody' | 'most' | 'least' } | { kind: 'person'; person: string }
}

export type Trait = 'keys' | 'cash' | 'plants' | 'radio'

/**
 * A person's total is what counts for them in all; ranks go by totals, 1 for the greatest. No two totals are the same.
 * - `total`: the total of `person`.
 * - `without`: what it would be if the note (0 for the first) had never been written; no revision is of that note.
 * - `unrevised`: what it would be if no revision had been written. `unexcepted`: if nobody were excepted from the rule.
 * - `sumOf`: the totals of `one` and `other` together. `difference`: by how much they differ.
 * - `single`: what it would be if everything counted once.
 * - `gap`: the greatest total less the least.
 * - `best`, `second`, `third`, `worst`: the name of who has the greatest, second or third greatest, or least total.
 * - `ranking`: all names, the greatest total first.
 * - `ahead`: how many have a greater total than `person`. `over`: the names of those with a total of `least` or more, in any
 *   order; there may be none.
 * - `changed`: the names of those who have, by list, notes and revisions, something else at any place than by the list
 *   alone, in any order; there may be none.
 * - `rank`: the rank of `person`.
 * - `both`: how many have a total of `least` or more and, at `place`, fewer than `fewer` (by list, notes and revisions).
 * - `doubled`: how many have a greater total than if everything counted once.
 * - `mostAt`, `leastAt`: the name of who has most, or least, at `place` (by list, notes and revisions; nobody has as many).
 * - `sumAt`: what all have at `place` together (by list, notes and revisions).
 */
export type TallyFacet<Place> =
  | { kind: 'total' | 'unrevised' | 'unexcepted' | 'single' | 'rank' | 'ahead'; person: string }
  | { kind: 'sumOf' | 'difference'; one: string; other: string }
  | { kind: 'without'; person: string; note: number }
  | { kind: 'gap' | 'best' | 'second' | 'third' | 'worst' | 'ranking' | 'doubled' | 'changed' }
  | { kind: 'over'; least: number }
  | { kind: 'both'; least: number; place: Place; fewer: number }
  | { kind: 'mostAt' | 'leastAt' | 'sumAt'; place: Place }

export type TallyAsked<Place> = Asked<TallyFacet<Place>>
