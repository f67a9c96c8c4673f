import type { Forms } from './forms.ts'
import type { NoteKind, Revision, Rule, TallyFacet, Trait } from './tally.ts'

/** How a language speaks of notes, revisions, rules and questions, with places for what a family counts. */
export interface TallyWords {
  /** Who has a trait, as a sentence; `{who}`. */
  trait: Record<Trait, Forms>
  /** The same as a noun phrase, and where it differs, the form that follows "of". */
  bearer: Record<Trait, string>
  bearerOf: Record<Trait, string>
  note: NotePhrases
  noteDative?: NotePhrases
  /** `{note} {dative} {from} {to} {with}`. */
  revision: Record<Revision<unknown>['kind'], Forms>
  /** `{at}` and `{against}` of what is counted, `{first}` the first so many of it, `{limit}`, `{each}` one of it. */
  condition: Record<Rule<unknown>['condition'], Forms>
  /** `{who}`, `{against}`. */
  except: Record<Rule<unknown>['except']['kind'], Forms>
  basis: Forms
  /** `{of}` after "of", `{note} {dative}`, `{at}`, `{least}`, `{fewer}`, `{one} {other}`; and the family's words for totals. */
  facet: Record<TallyFacet<unknown>['kind'], Forms>
  /** `{member} {of}`. */
  like: Forms
}

/** How a note is named: by its place among the first five, at the end, or by whom it is about; `{of}`. */
export interface NotePhrases {
  nth: readonly string[]
  last: string
  lastButOne: string
  about: Forms
}

/** What a family counts, in one language; all are told by places. */
export interface Units<Place> {
  at(place: Place): Counted
  first(limit: number, place: Place): string
  /** What a revision quotes: "by day". */
  place(place: Place): string
  each: string
  /** Names of the total. */
  totals: Record<'total' | 'totals' | 'byTotal' | 'counted', string>
  /** `{who}`, `{of}` after "of", `{other}`, `{number}`, `{place}`, `{at}`. */
  note: Record<NoteKind, Forms>
}

/** "hours by day", with the forms that a language has beside: the dative, without the article, after "of". */
export interface Counted {
  at: string
  dative?: string
  bare?: string
  of?: string
}
