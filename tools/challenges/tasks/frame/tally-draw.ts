import type { Draw } from './draw.ts'
import { areDistinct } from './draw-until.ts'
import {
  NOTE_KINDS,
  type Note,
  type Revision,
  type Rule,
  type Tally,
  type TallyAsked,
  type TallyFacet,
  type Trait,
} from './tally.ts'
import { figuresAt, OPPOSITES, type reckon, type Sheet } from './tally-answer.ts'

const TRAITS: readonly Trait[] = ['keys', 'cash', 'plants', 'radio']

export function drawTally<Place>(draw: Draw, listed: Sheet<Place>, places: readonly Place[]): Tally<Place> {
  const names = [...listed.keys()]
  const notes = drawNotes(draw, listed)
  const traits = draw.sample(TRAITS, draw.pick([1, 2]))
  const holders = draw.sample(names, 2)
  return {
    notes,
    revisions: drawRevisions(draw, notes, listed, places),
    rule: drawRule(draw, names, places),
    traits: traits.map((trait, index) => ({ trait, person: holders[index]! })),
  }
}

/** Two to five notes, of which one to three change something. */
function drawNotes<Place>(draw: Draw, listed: Sheet<Place>): Note<Place>[] {
  const kinds = draw.shuffle([
    ...draw.sample(NOTE_KINDS.changing, draw.pick([1, 2, 2, 3])),
    ...draw.sample(NOTE_KINDS.idle, draw.pick([1, 1, 2])),
  ])
  return kinds.map(kind => {
    const [person, other] = draw.sample([...listed.keys()], 2) as [string, string]
    const place = draw.pick([...listed.get(person)!.keys()])
    const hasOther = kind === 'given' || kind === 'kept'
    return { kind, person, place, number: draw.integer(2, 6), ...(hasOther ? { other } : {}) }
  })
}

/** None, one or two, each about other notes. */
function drawRevisions<Place>(
  draw: Draw,
  notes: Note<Place>[],
  listed: Sheet<Place>,
  places: readonly Place[],
): Revision<Place>[] {
  const [one, other] = draw.sample([...notes.keys()], 2) as [number, number]
  const count = draw.pick([0, 1, 1, 1, 2])
  if (count > 0 && draw.integer(1, 6) === 1) return [{ kind: 'exchanged', note: one, with: other }]
  return [one, other].slice(0, count).map(note => drawRevision(draw, notes[note]!, note, [...listed.keys()], places))
}

function drawRevision<Place>(
  draw: Draw,
  { kind: told, number, other, person, place }: Note<Place>,
  note: number,
  names: string[],
  places: readonly Place[],
): Revision<Place> {
  const kinds = ['withdrawn', 'restored', 'twice', 'person', 'disputed', 'place', 'number', 'opposite'] as const
  const kind = draw.pick(kinds)
  const others = names.filter(name => name !== person && name !== other)
  if (kind === 'person' || kind === 'disputed') return { kind, note, from: person, to: draw.pick(others) }
  if (kind === 'place') return { kind, note, from: place, to: draw.pick(places.filter(to => to !== place)) }
  if (kind === 'number') return { kind, note, to: number + draw.integer(1, 3) }
  return { kind: kind === 'opposite' && !OPPOSITES[told] ? 'withdrawn' : kind, note }
}

function drawRule<Place>(draw: Draw, names: string[], places: readonly Place[]): Rule<Place> {
  const [doubled, against] = draw.sample(places, 2) as [Place, Place]
  const condition = draw.pick(['all', 'beyond', 'first', 'atLeast', 'below', 'fewer', 'more'] as const)
  const kind = draw.pick(['nobody', 'person', 'most', 'least'] as const)
  const except = kind === 'person' ? { kind, person: draw.pick(names) } : { kind }
  const [few, many] = [draw.integer(6, 14), draw.integer(16, 22)]
  const limit = { beyond: few, first: few, atLeast: many, below: many }
  const isAgainst = condition === 'fewer' || condition === 'more' || kind === 'most' || kind === 'least'
  return {
    doubled,
    condition,
    ...(condition in limit ? { limit: limit[condition as keyof typeof limit] } : {}),
    ...(isAgainst ? { against } : {}),
    except,
  }
}

const revisedBy = <Place>({ revisions }: Pick<Tally<Place>, 'revisions'>) =>
  revisions.flatMap(revision => (revision.kind === 'exchanged' ? [revision.note, revision.with] : [revision.note]))

/** What is asked: first of somebody's total, then of something else, which now and then is rare. */
export function drawFacets<Place>(
  draw: Draw,
  tally: Tally<Place>,
  person: string,
  names: readonly string[],
  places: readonly Place[],
): TallyFacet<Place>[] {
  const { notes, revisions, rule } = tally
  const free = [...notes.keys()].filter(note => !revisedBy(tally).includes(note))
  const one = draw.pick<Extract<TallyFacet<Place>, { person: string }>>([
    { kind: 'total', person },
    { kind: 'total', person },
    { kind: 'single', person },
    ...(revisions.length > 0 ? [{ kind: 'unrevised' as const, person }] : []),
    ...(rule.except.kind === 'nobody' ? [] : [{ kind: 'unexcepted' as const, person }]),
    ...(free.length > 0 ? [{ kind: 'without' as const, person, note: draw.pick(free) }] : []),
  ])
  const [other, third] = draw.sample(
    names.filter(name => name !== person),
    2,
  ) as [string, string]
  const place = draw.pick(places)
  const like: TallyFacet<Place> = { ...one, person: other }
  const rare: TallyFacet<Place>[] = [
    { kind: 'rank', person: other },
    { kind: 'ahead', person: other },
    { kind: 'sumOf', one: person, other },
    { kind: 'difference', one: other, other: third },
    { kind: 'both', least: draw.integer(30, 50), place, fewer: draw.integer(16, 24) },
    { kind: 'over', least: draw.integer(38, 52) },
    ...(['gap', 'second', 'third', 'doubled', 'changed'] as const).map(kind => ({ kind })),
    ...(['mostAt', 'leastAt', 'sumAt'] as const).map(kind => ({ kind, place })),
  ]
  return [one, draw.integer(1, 3) === 1 ? like : draw.pick(rare)]
}

/** Whether all that is asked has one answer, by every reading that a question needs. */
export function isClear<Place>(
  reckoned: ReturnType<typeof reckon<Place>>,
  { asked, notes, revisions, rule }: Tally<Place> & { asked: readonly TallyAsked<Place>[] },
  places: readonly Place[],
): boolean {
  const { sheet, totals, unrevised } = reckoned
  const least = asked.flatMap(({ facet }) => (facet.kind === 'leastAt' ? [facet.place] : []))
  const areClear =
    places.every(place => isEndSingle(sheet, place, 'most')) && least.every(place => isEndSingle(sheet, place, 'least'))
  if (!areClear || !areDistinct([...totals.values()])) return false
  const sheets = [sheet, unrevised, ...[...notes.keys()].map(note => reckoned.without(note))]
  const hasNone = sheets.some(one => [...one.values()].some(row => [...row.values()].some(number => number < 1)))
  const isPlain = revisions.every(revision => {
    if (revision.kind !== 'exchanged') return true
    const [one, other] = [notes[revision.note]!, notes[revision.with]!]
    return one.person !== other.person && !one.other && !other.other
  })
  const { kind: end } = rule.except
  const hasOneEnd = (end !== 'most' && end !== 'least') || sheets.every(each => isEndSingle(each, rule.against!, end))
  const isUneven =
    (rule.condition !== 'fewer' && rule.condition !== 'more') ||
    sheets.every(each => [...each.values()].every(row => row.get(rule.doubled) !== row.get(rule.against!)))
  return !hasNone && isPlain && hasOneEnd && isUneven
}

/** Whether one person alone has most, or least, at a place. */
function isEndSingle<Place>(sheet: Sheet<Place>, place: Place, end: 'most' | 'least'): boolean {
  const rising = [...figuresAt(sheet, place).values()].sort((one, other) => one - other)
  return end === 'most' ? rising.at(-1) !== rising.at(-2) : rising[0] !== rising[1]
}
