import type { Json } from './family.ts'
import type { Note, NoteKind, Revision, Rule, Tally, TallyFacet } from './tally.ts'

/** What each person has at each place. */
export type Sheet<Place> = Map<string, Map<Place, number>>

const CHANGES = { added: 1, done: 1, upheld: 1, excess: -1, given: -1 } as const

export const OPPOSITES: Readonly<Partial<Record<NoteKind, NoteKind>>> = {
  ...{ done: 'dropped', dropped: 'done', upheld: 'overturned', overturned: 'upheld' },
  ...{ excess: 'confirmed', confirmed: 'excess', given: 'kept', kept: 'given' },
}

export function withNotes<Place>(sheet: Sheet<Place>, notes: readonly Note<Place>[]): Sheet<Place> {
  const noted = new Map([...sheet].map(([person, row]) => [person, new Map(row)]))
  const add = (person: string, place: Place, number: number) =>
    noted.get(person)!.set(place, (noted.get(person)!.get(place) ?? 0) + number)
  for (const { kind, person, place, number, other } of notes) {
    if (kind in CHANGES) add(person, place, CHANGES[kind as keyof typeof CHANGES] * number)
    if (kind === 'given') add(other!, place, number)
  }
  return noted
}

/** The notes as they are to be read, in their places; none for one that is void. */
function read<Place>(notes: readonly (Note<Place> | undefined)[], revision: Revision<Place>) {
  const { kind, note } = revision
  const old = notes[note]!
  if (kind === 'withdrawn') return notes.with(note, undefined)
  if (kind === 'twice') return notes.with(note, { ...old, number: 2 * old.number })
  if (kind === 'opposite') return notes.with(note, { ...old, kind: OPPOSITES[old.kind]! })
  if (kind === 'number') return notes.with(note, { ...old, number: revision.to })
  if (kind === 'person') return notes.with(note, { ...old, person: revision.to })
  if (kind === 'place') return notes.with(note, { ...old, place: revision.to })
  if (kind !== 'exchanged') return notes
  const other = notes[revision.with]!
  return notes.with(note, { ...old, person: other.person }).with(revision.with, { ...other, person: old.person })
}

export const revise = <Place>(notes: readonly Note<Place>[], revisions: readonly Revision<Place>[]): Note<Place>[] =>
  revisions.reduce<readonly (Note<Place> | undefined)[]>(read, notes).filter(note => note !== undefined)

const at = <Place>(row: Map<Place, number>, place: Place) => row.get(place) ?? 0

/** Names by a figure, the greatest first. */
export const ranked = (figures: Map<string, number>): string[] =>
  [...figures].sort(([, one], [, other]) => other - one).map(([name]) => name)

export const figuresAt = <Place>(sheet: Sheet<Place>, place: Place): Map<string, number> =>
  new Map([...sheet].map(([person, row]) => [person, at(row, place)]))

const once = <Place>(row: Map<Place, number>) => [...row.values()].reduce((sum, number) => sum + number, 0)

/** How many of what a person has at the doubled place count twice. */
function doubledOf<Place>(row: Map<Place, number>, rule: Rule<Place>): number {
  const here = at(row, rule.doubled)
  if (rule.condition === 'beyond') return Math.max(0, here - rule.limit!)
  if (rule.condition === 'first') return Math.min(here, rule.limit!)
  if (rule.condition === 'all') return here
  const isMet = {
    atLeast: here >= rule.limit!,
    below: here < rule.limit!,
    fewer: here < at(row, rule.against!),
    more: here > at(row, rule.against!),
  }
  return isMet[rule.condition] ? here : 0
}

function excepted<Place>(sheet: Sheet<Place>, { except, against }: Rule<Place>): string | undefined {
  if (except.kind === 'person') return except.person
  if (except.kind === 'nobody') return undefined
  return ranked(figuresAt(sheet, against!)).at(except.kind === 'most' ? 0 : -1)
}

function totalsOf<Place>(sheet: Sheet<Place>, rule: Rule<Place>): Map<string, number> {
  const spared = excepted(sheet, rule)
  return new Map(
    [...sheet].map(([person, row]) => [person, once(row) + (person === spared ? 0 : doubledOf(row, rule))]),
  )
}

/** All that is asked of a tally, from what the list says. */
export function reckon<Place>(listed: Sheet<Place>, { notes, revisions, rule }: Tally<Place>) {
  const sheet = withNotes(listed, revise(notes, revisions))
  const unrevised = withNotes(listed, notes)
  const without = (note: number) => withNotes(listed, revise(notes, [...revisions, { kind: 'withdrawn', note }]))
  return {
    listed,
    sheet,
    unrevised,
    without,
    totals: totalsOf(sheet, rule),
    totalsUnrevised: totalsOf(unrevised, rule),
    totalsUnexcepted: totalsOf(sheet, { ...rule, except: { kind: 'nobody' } }),
    totalsWithout: (note: number) => totalsOf(without(note), rule),
    singles: new Map([...sheet].map(([person, row]) => [person, once(row)])),
  }
}

export function facetOf<Place>(reckoned: ReturnType<typeof reckon<Place>>, facet: TallyFacet<Place>): Json {
  const { sheet, singles, totals } = reckoned
  const of = (person: string) => totals.get(person)!
  const ranks = ranked(totals)
  switch (facet.kind) {
    case 'total':
      return of(facet.person)
    case 'without':
      return reckoned.totalsWithout(facet.note).get(facet.person)!
    case 'unrevised':
      return reckoned.totalsUnrevised.get(facet.person)!
    case 'unexcepted':
      return reckoned.totalsUnexcepted.get(facet.person)!
    case 'single':
      return singles.get(facet.person)!
    case 'rank':
      return ranks.indexOf(facet.person) + 1
    case 'ahead':
      return ranks.indexOf(facet.person)
    case 'sumOf':
      return of(facet.one) + of(facet.other)
    case 'difference':
      return Math.abs(of(facet.one) - of(facet.other))
    case 'gap':
      return of(ranks[0]!) - of(ranks.at(-1)!)
    case 'doubled':
      return ranks.filter(person => of(person) > singles.get(person)!).length
    case 'both':
      return ranks.filter(person => of(person) >= facet.least && at(sheet.get(person)!, facet.place) < facet.fewer)
        .length
    case 'sumAt':
      return [...figuresAt(sheet, facet.place).values()].reduce((sum, number) => sum + number, 0)
    default:
      return namesOf(reckoned, facet, ranks)
  }
}

const PLACES = { best: 0, second: 1, third: 2, worst: -1 } as const

function namesOf<Place>(
  { listed, sheet, totals }: ReturnType<typeof reckon<Place>>,
  facet: TallyFacet<Place>,
  ranks: string[],
): Json {
  if (facet.kind === 'ranking') return ranks
  if (facet.kind === 'over') return ranks.filter(person => totals.get(person)! >= facet.least)
  if (facet.kind === 'mostAt' || facet.kind === 'leastAt') {
    return ranked(figuresAt(sheet, facet.place)).at(facet.kind === 'mostAt' ? 0 : -1)!
  }
  if (facet.kind in PLACES) return ranks.at(PLACES[facet.kind as keyof typeof PLACES])!
  const isChanged = (person: string) =>
    [...sheet.get(person)!].some(([place, number]) => at(listed.get(person)!, place) !== number)
  return ranks.filter(isChanged)
}

export const askedOf = <Place>(
  reckoned: ReturnType<typeof reckon<Place>>,
  asked: readonly { member: string; facet: TallyFacet<Place> }[],
): Record<string, Json> => Object.fromEntries(asked.map(({ member, facet }) => [member, facetOf(reckoned, facet)]))
