import type { Draw } from './draw.ts'
import { areDistinct } from './draw-until.ts'
import { NOTE_KINDS, type Note, type Revision, type Rule, type Tally, type TallyFacet, type Trait } from './tally.ts'
import { figuresAt, type reckon, type Sheet } from './tally-answer.ts'

const TRAITS: readonly Trait[] = ['keys', 'cash', 'plants', 'radio']

export function drawTally<Place>(draw: Draw, listed: Sheet<Place>, places: readonly Place[]): Tally<Place> {
  const names = [...listed.keys()]
  const notes = drawNotes(draw, listed)
  const traits = draw.sample(TRAITS, 2)
  const holders = draw.sample(names, 2)
  return {
    notes,
    revision: drawRevision(draw, notes, listed, places),
    rule: drawRule(draw, names, places),
    traits: traits.map((trait, index) => ({ trait, person: holders[index]! })),
  }
}

/** Of four notes two or three change something. */
function drawNotes<Place>(draw: Draw, listed: Sheet<Place>): Note<Place>[] {
  const changing = draw.integer(2, 3)
  const kinds = draw.shuffle([
    ...draw.sample(NOTE_KINDS.changing, changing),
    ...draw.sample(NOTE_KINDS.idle, 4 - changing),
  ])
  return kinds.map(kind => {
    const [person, other] = draw.sample([...listed.keys()], 2) as [string, string]
    const place = draw.pick([...listed.get(person)!.keys()])
    const hasOther = kind === 'given' || kind === 'kept'
    return { kind, person, place, number: draw.integer(2, 6), ...(hasOther ? { other } : {}) }
  })
}

function drawRevision<Place>(
  draw: Draw,
  notes: Note<Place>[],
  listed: Sheet<Place>,
  places: readonly Place[],
): Revision<Place> {
  const kinds = ['withdrawn', 'restored', 'twice', 'person', 'disputed', 'place', 'number', 'exchanged'] as const
  const kind = draw.pick(kinds)
  const [note, other] = draw.sample([0, 1, 2, 3], 2) as [number, number]
  const { number, person, place } = notes[note]!
  const others = [...listed.keys()].filter(name => name !== person && name !== notes[note]!.other)
  if (kind === 'person' || kind === 'disputed') return { kind, note, from: person, to: draw.pick(others) }
  if (kind === 'place') return { kind, note, from: place, to: draw.pick(places.filter(to => to !== place)) }
  if (kind === 'number') return { kind, note, to: number + draw.integer(1, 3) }
  return kind === 'exchanged' ? { kind, note, with: other } : { kind, note }
}

function drawRule<Place>(draw: Draw, names: string[], places: readonly Place[]): Rule<Place> {
  const [doubled, against] = draw.sample(places, 2) as [Place, Place]
  const condition = draw.pick(['all', 'beyond', 'first', 'atLeast', 'fewer'] as const)
  const kind = draw.pick(['nobody', 'person', 'most'] as const)
  const except = kind === 'person' ? { kind, person: draw.pick(names) } : { kind }
  const limit = { beyond: draw.integer(6, 14), first: draw.integer(6, 14), atLeast: draw.integer(16, 22) }
  return {
    doubled,
    condition,
    ...(condition in limit ? { limit: limit[condition as keyof typeof limit] } : {}),
    ...(condition === 'fewer' || kind === 'most' ? { against } : {}),
    except,
  }
}

/** What is asked: first of somebody's total, then of something else. */
export function drawFacets<Place>(
  draw: Draw,
  { notes, revision }: Tally<Place>,
  person: string,
  names: readonly string[],
  places: readonly Place[],
): TallyFacet<Place>[] {
  const revised = new Set([revision.note, revision.kind === 'exchanged' ? revision.with : revision.note])
  const free = [...notes.keys()].filter(note => !revised.has(note))
  const one = draw.pick<Extract<TallyFacet<Place>, { person: string }>>([
    { kind: 'total', person },
    { kind: 'single', person },
    { kind: 'unrevised', person },
    { kind: 'without', person, note: draw.pick(free) },
  ])
  const other = draw.pick(names.filter(name => name !== person))
  const place = draw.pick(places)
  const like: TallyFacet<Place> = { ...one, person: other }
  const rest: TallyFacet<Place>[] = [
    like,
    like,
    { kind: 'unrevised', person: other },
    { kind: 'without', person: other, note: draw.pick(free) },
    { kind: 'rank', person: other },
    { kind: 'both', least: draw.integer(30, 50), place, fewer: draw.integer(16, 24) },
    { kind: 'total', person: other },
    ...(['gap', 'second', 'doubled'] as const).map(kind => ({ kind })),
    ...(['mostAt', 'sumAt'] as const).map(kind => ({ kind, place })),
  ]
  return [one, draw.pick(rest)]
}

/** Whether all that is asked has one answer, by every reading that a question needs. */
export function isClear<Place>(
  reckoned: ReturnType<typeof reckon<Place>>,
  { notes, revision, rule }: Tally<Place>,
  places: readonly Place[],
): boolean {
  const { sheet, totals, unrevised } = reckoned
  const areClear = places.every(place => hasOneGreatest([...figuresAt(sheet, place).values()]))
  if (!areClear || !areDistinct([...totals.values()])) return false
  const sheets = [sheet, unrevised, ...[...notes.keys()].map(note => reckoned.without(note))]
  const hasNone = sheets.some(one => [...one.values()].some(row => [...row.values()].some(number => number < 1)))
  const [one, other] = [notes[revision.note]!, notes[revision.kind === 'exchanged' ? revision.with : revision.note]!]
  const isPlain = revision.kind !== 'exchanged' || (one.person !== other.person && !one.other && !other.other)
  const hasOneMost =
    rule.except.kind !== 'most' || sheets.every(each => hasOneGreatest([...figuresAt(each, rule.against!).values()]))
  const isUneven =
    rule.condition !== 'fewer' ||
    sheets.every(each => [...each.values()].every(row => row.get(rule.doubled) !== row.get(rule.against!)))
  return !hasNone && isPlain && hasOneMost && isUneven
}

const hasOneGreatest = (figures: number[]) => {
  const [first, second] = figures.toSorted((one, other) => other - one)
  return first !== second
}
