import type { Draw } from './draw.ts'
import type { Language } from './family.ts'
import { type Slots, say, sentence } from './forms.ts'
import type { Revision, Tally, TallyAsked, TallyFacet } from './tally.ts'
import { de } from './tally-de.ts'
import { en } from './tally-en.ts'
import { es } from './tally-es.ts'
import { fr } from './tally-fr.ts'
import type { NotePhrases, Units } from './tally-words.ts'
import { capitalised } from './text.ts'

const WORDS = { en, de, es, fr }

export interface Tallied {
  traits: string[]
  notes: string[]
  revisions: string[]
  /** What counts how often, for whom, and by what. */
  rule: string[]
  asked: (readonly [member: string, what: string])[]
  /** A person, by name or by a trait, as a subject and after "of". */
  refer(person: string): { who: string; of: string }
}

export function tellTally<Place>(
  plan: Tally<Place> & { asked: TallyAsked<Place>[] },
  language: Language,
  units: Units<Place>,
  draw: Draw,
): Tallied {
  const words = WORDS[language]
  const refer = (person: string) => {
    const trait = draw.integer(0, 3) === 0 ? undefined : plan.traits.find(one => one.person === person)?.trait
    return trait ? { who: words.bearer[trait], of: words.bearerOf[trait] } : { who: person, of: person }
  }
  return {
    traits: plan.traits.map(({ trait, person }) => sentence(draw, words.trait[trait], { who: person })),
    notes: plan.notes.map(({ kind, person, place, number, other }) => {
      const slots = { ...units.at(place), place: units.place(place), number, other }
      return sentence(draw, units.note[kind], { ...slots, ...refer(person) })
    }),
    revisions: draw.shuffle(plan.revisions).map(revision => tellRevision(revision, plan, language, units, draw)),
    rule: tellRule(plan, language, units, draw, refer),
    asked: tellFacets(plan, language, units, draw, refer),
    refer,
  }
}

function tellRevision<Place>(
  revision: Revision<Place>,
  plan: Tally<Place>,
  language: Language,
  units: Units<Place>,
  draw: Draw,
): string {
  const slots: Slots = tellNote(revision.note, plan, language, draw)
  if (revision.kind === 'exchanged') slots.with = tellNote(revision.with, plan, language, draw).note
  if (revision.kind === 'person' || revision.kind === 'disputed' || revision.kind === 'number') slots.to = revision.to
  if (revision.kind === 'person' || revision.kind === 'disputed') slots.from = revision.from
  if (revision.kind === 'place') {
    slots.from = units.place(revision.from)
    slots.to = units.place(revision.to)
  }
  return sentence(draw, WORDS[language].revision[revision.kind], slots)
}

/** A note by its place, or by the person whom no other note names. */
function tellNote<Place>(
  at: number,
  { notes }: Tally<Place>,
  language: Language,
  draw: Draw,
): { note: string; dative: string } {
  const { note, noteDative = note } = WORDS[language]
  const told = notes[at]
  const namers = notes.filter(({ person, other }) => person === told?.person || other === told?.person)
  if (told && namers.length === 1 && draw.integer(1, 3) === 1) {
    const slots = { of: told.person }
    const index = draw.integer(0, note.about.length - 1)
    return { note: say(draw, [note.about[index]!], slots), dative: say(draw, [noteDative.about[index]!], slots) }
  }
  const isLast = at === notes.length - 1 && at > 1 && draw.isHeads()
  const isLastButOne = at === notes.length - 2 && at > 1 && draw.isHeads()
  const named = (phrases: NotePhrases) =>
    isLast ? phrases.last : isLastButOne ? phrases.lastButOne : (phrases.nth[at] ?? `${at + 1}.`)
  return { note: named(note), dative: named(noteDative) }
}

function tellRule<Place>(
  { rule }: Tally<Place>,
  language: Language,
  units: Units<Place>,
  draw: Draw,
  refer: Tallied['refer'],
): string[] {
  const words = WORDS[language]
  const { at, bare: bareAt, dative: atDative } = units.at(rule.doubled)
  const first = rule.limit === undefined ? '' : units.first(rule.limit, rule.doubled)
  const slots: Slots = {
    at,
    At: capitalised(at),
    first,
    First: capitalised(first),
    limit: rule.limit,
    each: units.each,
    bareAt,
    atDative,
  }
  if (rule.against !== undefined) {
    const against = units.at(rule.against)
    slots.against = against.at
    slots.againstDative = against.dative
    slots.bare = against.bare
    slots.ofAgainst = against.of
  }
  const spared = rule.except.kind === 'person' ? refer(rule.except.person) : {}
  return [
    sentence(draw, words.condition[rule.condition], slots),
    sentence(draw, words.except[rule.except.kind], { ...slots, ...spared }),
  ]
}

function tellFacets<Place>(
  plan: Tally<Place> & { asked: readonly TallyAsked<Place>[] },
  language: Language,
  units: Units<Place>,
  draw: Draw,
  refer: Tallied['refer'],
): (readonly [string, string])[] {
  const words = WORDS[language]
  return plan.asked.map(({ member, facet }, index) => {
    const slots: Slots = { ...units.totals, ...('person' in facet ? refer(facet.person) : {}) }
    const model = plan.asked.slice(0, index).find(earlier => isLike(earlier.facet, facet))
    if (model) return [member, say(draw, words.like, { ...slots, member: model.member })] as const
    if ('note' in facet) Object.assign(slots, tellNote(facet.note, plan, language, draw))
    if ('place' in facet) {
      const { at, bare, dative, of } = units.at(facet.place)
      Object.assign(slots, { at, bareAt: bare, atDative: dative, ofAt: of })
    }
    if ('least' in facet) slots.least = facet.least
    if ('fewer' in facet) slots.fewer = facet.fewer
    if ('one' in facet) Object.assign(slots, { one: facet.one, other: facet.other })
    return [member, say(draw, words.facet[facet.kind], slots)] as const
  })
}

/** Whether two questions differ in the person alone. */
function isLike<Place>(one: TallyFacet<Place>, other: TallyFacet<Place>): boolean {
  if (!('person' in one) || !('person' in other)) return false
  return JSON.stringify({ ...one, person: '' }) === JSON.stringify({ ...other, person: '' })
}

/** Without the comma that closes a clause where another mark follows. */
export const mended = (text: string): string => text.replace(/,(?=[,;:.]| \()/g, '')

export const basisOf = (language: Language, draw: Draw): string => draw.pick(WORDS[language].basis)
