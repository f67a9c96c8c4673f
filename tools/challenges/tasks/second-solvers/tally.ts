import type { Json } from '../frame/family.ts'
import type { Note, Rule, Tally, TallyAsked, TallyFacet } from '../frame/tally.ts'
import { sumOf } from './asked.ts'

/** So many of a person at a place. */
interface Slip<Place> {
  person: string
  place: Place
  number: number
}

/** What each person has, and what counts of it. */
interface Reckoned<Place> {
  hasAt(person: string, place: Place): number
  hasInAll(person: string): number
  totalOf(person: string): number
}

/** Puts a list right by further slips, of which some are negative, and lets a rule count some of it once more. */
export function reckoned<Place>(people: string[], slips: Slip<Place>[], rule: Rule<Place>): Reckoned<Place> {
  const allOf = (name: string) => slips.filter(({ person }) => person === name)
  const hasAt = (name: string, at: Place) =>
    sumOf(allOf(name).flatMap(({ place, number }) => (place === at ? [number] : [])))
  const hasInAll = (name: string) => sumOf(allOf(name).map(({ number }) => number))
  const isExcepted = (name: string) => {
    const { except } = rule
    if (except.kind === 'person') return except.person === name
    return except.kind === 'most' && mostBy(people, person => hasAt(person, rule.against!)) === name
  }
  const onceMore = (name: string) => {
    const here = hasAt(name, rule.doubled)
    if (rule.condition === 'all') return here
    if (rule.condition === 'beyond') return Math.max(0, here - rule.limit!)
    if (rule.condition === 'first') return Math.min(here, rule.limit!)
    const isMet = rule.condition === 'atLeast' ? here >= rule.limit! : here < hasAt(name, rule.against!)
    return isMet ? here : 0
  }
  const totalOf = (name: string) => hasInAll(name) + (isExcepted(name) ? 0 : onceMore(name))
  return { hasAt, hasInAll, totalOf }
}

export function mostBy(people: string[], numberOf: (name: string) => number): string {
  const most = Math.max(...people.map(numberOf))
  const found = people.filter(name => numberOf(name) === most)
  if (found.length !== 1) throw new Error(`${found.join(' and ')} have as many`)
  return found[0]!
}

/** What notes say, as read by the revision where one is given; but for the note `without`. */
export function slipsOf<Place>(
  { notes, revision }: Tally<Place>,
  { isRevised = true, without = -1 }: { isRevised?: boolean; without?: number } = {},
): Slip<Place>[] {
  const read = isRevised ? notes.map((note, at) => noteAsRead(note, at, notes, revision)) : notes
  return read.toSpliced(without, without === -1 ? 0 : 1).flatMap(({ kind, person, place, number, other }) => {
    if (kind === 'added' || kind === 'done' || kind === 'upheld') return [{ person, place, number }]
    if (kind === 'excess') return [{ person, place, number: -number }]
    if (kind !== 'given') return []
    return [
      { person, place, number: -number },
      { person: other!, place, number },
    ]
  })
}

function noteAsRead<Place>(
  note: Note<Place>,
  at: number,
  notes: Note<Place>[],
  revision: Tally<Place>['revision'],
): Note<Place> {
  if (revision.kind === 'exchanged' && revision.with === at) return { ...note, person: notes[revision.note]!.person }
  if (revision.note !== at) return note
  if (revision.kind === 'exchanged') return { ...note, person: notes[revision.with]!.person }
  if (revision.kind === 'person') return { ...note, person: revision.to }
  if (revision.kind === 'place') return { ...note, place: revision.to }
  if (revision.kind === 'number') return { ...note, number: revision.to }
  if (revision.kind === 'twice') return { ...note, number: note.number * 2 }
  return revision.kind === 'withdrawn' ? { ...note, number: 0 } : note
}

/** The members that ask for a figure of the tally. */
export function answersOfTally<Place>(
  people: string[],
  list: Slip<Place>[],
  tally: Tally<Place> & { asked: TallyAsked<Place>[] },
): Record<string, Json> {
  const told = (options?: Parameters<typeof slipsOf>[1]) =>
    reckoned(people, [...list, ...slipsOf(tally, options)], tally.rule)
  const figure = (facet: TallyFacet<Place>): Json => {
    if (facet.kind === 'without') return told({ without: facet.note }).totalOf(facet.person)
    if (facet.kind === 'unrevised') return told({ isRevised: false }).totalOf(facet.person)
    return figureOf(facet, people, told())
  }
  return Object.fromEntries(tally.asked.map(({ member, facet }) => [member, figure(facet)]))
}

type RealFacet<Place> = Exclude<TallyFacet<Place>, { kind: 'without'; note: number }>

function figureOf<Place>(
  facet: RealFacet<Place>,
  people: string[],
  { hasAt, hasInAll, totalOf }: Reckoned<Place>,
): Json {
  const totals = people.map(totalOf)
  switch (facet.kind) {
    case 'single':
      return hasInAll(facet.person)
    case 'rank':
      return 1 + totals.filter(total => total > totalOf(facet.person)).length
    case 'gap':
      return Math.max(...totals) - Math.min(...totals)
    case 'second':
      return mostBy(
        people.filter(name => name !== mostBy(people, totalOf)),
        totalOf,
      )
    case 'doubled':
      return people.filter(name => totalOf(name) > hasInAll(name)).length
    case 'both':
      return people.filter(name => totalOf(name) >= facet.least && hasAt(name, facet.place) < facet.fewer).length
    case 'mostAt':
      return mostBy(people, name => hasAt(name, facet.place))
    case 'sumAt':
      return sumOf(people.map(name => hasAt(name, facet.place)))
    default:
      return totalOf(facet.person)
  }
}
