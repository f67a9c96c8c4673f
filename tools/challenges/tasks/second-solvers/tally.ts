import type { Json } from '../frame/family.ts'
import type { Note, NoteKind, Revision, Rule, Tally, TallyAsked, TallyFacet } from '../frame/tally.ts'
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
    if (except.kind === 'nobody') return false
    const way = except.kind === 'most' ? 1 : -1
    return mostBy(people, person => way * hasAt(person, rule.against!)) === name
  }
  const onceMore = (name: string) => {
    const here = hasAt(name, rule.doubled)
    if (rule.condition === 'all') return here
    if (rule.condition === 'beyond') return Math.max(0, here - rule.limit!)
    if (rule.condition === 'first') return Math.min(here, rule.limit!)
    const bound = rule.condition === 'atLeast' || rule.condition === 'below' ? rule.limit! : hasAt(name, rule.against!)
    const isLow = rule.condition === 'below' || rule.condition === 'fewer'
    // Nobody has as many here as there.
    return here < bound === isLow ? here : 0
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

/** What notes say, as read by the revisions where these are heeded; but for the note `without`. */
function slipsBy<Place>(
  { notes, revisions }: Tally<Place>,
  { isRevised = true, without = -1 }: { isRevised?: boolean; without?: number } = {},
): Slip<Place>[] {
  const read = isRevised ? notes.map((note, at) => noteAsRead(note, at, notes, revisions)) : notes
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

export const slipsOf = <Place>(tally: Tally<Place>): Slip<Place>[] => slipsBy(tally)

const OUTCOMES: readonly (readonly [NoteKind, NoteKind])[] = [
  ['done', 'dropped'],
  ['upheld', 'overturned'],
  ['excess', 'confirmed'],
  ['given', 'kept'],
]

function noteAsRead<Place>(
  note: Note<Place>,
  at: number,
  notes: Note<Place>[],
  revisions: Revision<Place>[],
): Note<Place> {
  const revision = revisions.find(one => one.note === at || (one.kind === 'exchanged' && one.with === at))
  if (!revision) return note
  switch (revision.kind) {
    case 'exchanged':
      return { ...note, person: notes[revision.note === at ? revision.with : revision.note]!.person }
    case 'person':
      return { ...note, person: revision.to }
    case 'place':
      return { ...note, place: revision.to }
    case 'number':
      return { ...note, number: revision.to }
    case 'twice':
      return { ...note, number: note.number * 2 }
    case 'withdrawn':
      return { ...note, number: 0 }
    case 'opposite':
      return { ...note, kind: OUTCOMES.find(pair => pair.includes(note.kind))!.find(kind => kind !== note.kind)! }
    default:
      return note
  }
}

/** The members that ask for a figure of the tally. */
export function answersOfTally<Place>(
  people: string[],
  list: Slip<Place>[],
  tally: Tally<Place> & { asked: TallyAsked<Place>[] },
): Record<string, Json> {
  const told = (options?: Parameters<typeof slipsBy>[1], rule = tally.rule) =>
    reckoned(people, [...list, ...slipsBy(tally, options)], rule)
  const figure = (facet: TallyFacet<Place>): Json => {
    switch (facet.kind) {
      case 'without':
        return told({ without: facet.note }).totalOf(facet.person)
      case 'unrevised':
        return told({ isRevised: false }).totalOf(facet.person)
      case 'unexcepted':
        return told({}, { ...tally.rule, except: { kind: 'nobody' } }).totalOf(facet.person)
      case 'changed': {
        const before = reckoned(people, list, tally.rule)
        const places = [...new Set([...list, ...slipsBy(tally)].map(({ place }) => place))]
        return people.filter(name => places.some(place => told().hasAt(name, place) !== before.hasAt(name, place)))
      }
      default:
        return nameOf(facet, people, told()) ?? figureOf(facet, people, told())
    }
  }
  return Object.fromEntries(tally.asked.map(({ member, facet }) => [member, figure(facet)]))
}

/** By name, where one is asked for. */
function nameOf<Place>(
  facet: TallyFacet<Place>,
  people: string[],
  { hasAt, totalOf }: Reckoned<Place>,
): Json | undefined {
  const before = (name: string) => people.filter(other => totalOf(other) > totalOf(name)).length
  switch (facet.kind) {
    case 'ranking':
      return people.map((_, at) => people.find(name => before(name) === at)!)
    case 'best':
      return mostBy(people, totalOf)
    case 'second':
    case 'third':
      return people.find(name => before(name) === (facet.kind === 'second' ? 1 : 2))!
    case 'worst':
      return mostBy(people, name => -totalOf(name))
    case 'mostAt':
      return mostBy(people, name => hasAt(name, facet.place))
    case 'leastAt':
      return mostBy(people, name => -hasAt(name, facet.place))
    case 'over':
      return people.filter(name => totalOf(name) >= facet.least)
  }
}

function figureOf<Place>(
  facet: TallyFacet<Place>,
  people: string[],
  { hasAt, hasInAll, totalOf }: Reckoned<Place>,
): Json {
  const totals = people.map(totalOf)
  switch (facet.kind) {
    case 'total':
      return totalOf(facet.person)
    case 'single':
      return hasInAll(facet.person)
    case 'rank':
    case 'ahead':
      return totals.filter(total => total > totalOf(facet.person)).length + (facet.kind === 'rank' ? 1 : 0)
    case 'sumOf':
      return sumOf([facet.one, facet.other].map(totalOf))
    case 'difference': {
      const two = [facet.one, facet.other].map(totalOf)
      return Math.max(...two) - Math.min(...two)
    }
    case 'gap':
      return Math.max(...totals) - Math.min(...totals)
    case 'doubled':
      return people.filter(name => totalOf(name) > hasInAll(name)).length
    case 'both':
      return people.filter(name => totalOf(name) >= facet.least && hasAt(name, facet.place) < facet.fewer).length
    case 'sumAt':
      return sumOf(people.map(name => hasAt(name, facet.place)))
    default:
      throw new Error(`nobody told how to reckon ${facet.kind}`)
  }
}
