import type { Json } from './family.ts'
import type { Note, Revision, Rule, Tally, TallyFacet } from './tally.ts'

/** What each person has at each place. */
export type Sheet<Place> = Map<string, Map<Place, number>>

const CHANGES = { added: 1, done: 1, upheld: 1, excess: -1, given: -1 } as const

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

export function revise<Place>(notes: readonly Note<Place>[], revision: Revision<Place>): Note<Place>[] {
  const { kind, note } = revision
  const old = notes[note]!
  if (kind === 'withdrawn') return notes.filter(other => other !== old)
  if (kind === 'twice') return notes.with(note, { ...old, number: 2 * old.number })
  if (kind === 'number') return notes.with(note, { ...old, number: revision.to })
  if (kind === 'person') return notes.with(note, { ...old, person: revision.to })
  if (kind === 'place') return notes.with(note, { ...old, place: revision.to })
  if (kind !== 'exchanged') return [...notes]
  const other = notes[revision.with]!
  return notes.with(note, { ...old, person: other.person }).with(revision.with, { ...other, person: old.person })
}

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
  if (rule.condition === 'atLeast') return here >= rule.limit! ? here : 0
  return rule.condition === 'all' || here < at(row, rule.against!) ? here : 0
}

function excepted<Place>(sheet: Sheet<Place>, { except, against }: Rule<Place>): string | undefined {
  if (except.kind === 'person') return except.person
  return except.kind === 'most' ? ranked(figuresAt(sheet, against!))[0] : undefined
}

function totalsOf<Place>(sheet: Sheet<Place>, rule: Rule<Place>): Map<string, number> {
  const spared = excepted(sheet, rule)
  return new Map(
    [...sheet].map(([person, row]) => [person, once(row) + (person === spared ? 0 : doubledOf(row, rule))]),
  )
}

/** All that is asked of a tally, from what the list says. */
export function reckon<Place>(listed: Sheet<Place>, { notes, revision, rule }: Tally<Place>) {
  const sheet = withNotes(listed, revise(notes, revision))
  const unrevised = withNotes(listed, notes)
  const without = (note: number) => {
    const gone = notes[note]
    return withNotes(
      listed,
      revise(notes, revision).filter(other => other !== gone),
    )
  }
  return {
    sheet,
    unrevised,
    without,
    totals: totalsOf(sheet, rule),
    totalsUnrevised: totalsOf(unrevised, rule),
    totalsWithout: (note: number) => totalsOf(without(note), rule),
    singles: new Map([...sheet].map(([person, row]) => [person, once(row)])),
  }
}

export function facetOf<Place>(reckoned: ReturnType<typeof reckon<Place>>, facet: TallyFacet<Place>): Json {
  const { sheet, singles, totals } = reckoned
  const ranks = ranked(totals)
  const persons = [...totals]
  switch (facet.kind) {
    case 'total':
      return totals.get(facet.person)!
    case 'without':
      return reckoned.totalsWithout(facet.note).get(facet.person)!
    case 'unrevised':
      return reckoned.totalsUnrevised.get(facet.person)!
    case 'single':
      return singles.get(facet.person)!
    case 'rank':
      return ranks.indexOf(facet.person) + 1
    case 'gap':
      return totals.get(ranks[0]!)! - totals.get(ranks.at(-1)!)!
    case 'second':
      return ranks[1]!
    case 'doubled':
      return persons.filter(([person, total]) => total > singles.get(person)!).length
    case 'both':
      return persons.filter(
        ([person, total]) => total >= facet.least && at(sheet.get(person)!, facet.place) < facet.fewer,
      ).length
    case 'mostAt':
      return ranked(figuresAt(sheet, facet.place))[0]!
    case 'sumAt':
      return [...figuresAt(sheet, facet.place).values()].reduce((sum, number) => sum + number, 0)
  }
}

export const askedOf = <Place>(
  reckoned: ReturnType<typeof reckon<Place>>,
  asked: readonly { member: string; facet: TallyFacet<Place> }[],
): Record<string, Json> => Object.fromEntries(asked.map(({ member, facet }) => [member, facetOf(reckoned, facet)]))
