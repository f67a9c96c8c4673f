import { tellAmount, whereFrom } from '../frame/amount.ts'
import type { Draw } from '../frame/draw.ts'
import type { Language, Told } from '../frame/family.ts'
import { type Slots, say, sentence, tellNumber } from '../frame/forms.ts'
import { askedMembers, listed, paragraphs } from '../frame/text.ts'
import { toldWithin } from '../frame/told-within.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import type { CustodyEvent, CustodyPlan, CustodyRevision } from './plan.ts'
import type { CustodyWords } from './words.ts'

const WORDS = { en, de, es, fr }

export const tellCustody = (plan: CustodyPlan, language: Language, draw: Draw): Told =>
  toldWithin(() => tellOnce(plan, language, draw))

function tellOnce(plan: CustodyPlan, language: Language, draw: Draw): Told {
  const words = WORDS[language]
  const starts = plan.starts.map(({ parcel, holder, sheets }) =>
    sentence(draw, words.start, { parcel, holder, sheets: tellAmount(sheets) }),
  )
  const rule = tellRefusal(plan, words, language, draw)
  const isRuleFirst = draw.isHeads()
  const people = listed(draw.shuffle(plan.people), language)
  const scene = sentence(draw, words.scene, { people, count: tellNumber(draw, language, plan.starts.length) })
  const revisions = draw
    .shuffle(plan.revisions)
    .map(revision => `${draw.pick(words.remark)} ${tellRevision(revision, plan, words, draw)}`)
  const isRemarkLast = draw.isHeads()
  return {
    prompt: paragraphs([scene, ...(isRuleFirst ? rule : [])], draw.shuffle(starts), [
      draw.pick(words.notInOrder),
      ...draw.shuffle(plan.events.map(event => tellEvent(event, words, draw))),
    ]),
    instruction: paragraphs(
      isRemarkLast ? [] : revisions,
      isRuleFirst ? [] : rule,
      [
        ...whereFrom(plan.starts[0]!.sheets, language, draw),
        askedMembers(draw, language, tellFacets(plan, words, draw)),
      ],
      isRemarkLast ? revisions : [],
    ),
  }
}

function tellEvent(event: CustodyEvent, words: CustodyWords, draw: Draw): string {
  const { minute, ...told } = event
  const parcel = 'holds' in event ? event.holds : 'parcel' in event ? event.parcel : undefined
  return sentence(draw, words.event[event.kind], { ...told, at: words.at(minute, draw), parcel })
}

function tellRefusal({ refusal }: CustodyPlan, words: CustodyWords, language: Language, draw: Draw): string[] {
  const { accepted, when, who } = refusal
  const persons = listed(who.persons, language)
  const forms = who.kind === 'only' && who.persons.length > 1 ? words.whoBoth : words.who[who.kind]
  const slots: Slots = { who: say(draw, forms, { persons, one: who.persons[0], other: who.persons[1] }) }
  if (when.kind === 'holding') slots.parcels = words.parcels(when.parcels)
  if (when.kind === 'heavy' || when.kind === 'light') slots.sheets = when.sheets
  if (when.kind === 'until' || when.kind === 'since') slots.time = words.clock(when.minute)
  if (when.kind === 'giver') slots.giver = when.giver
  const exceptions =
    accepted.length > 1
      ? [sentence(draw, words.acceptedBoth, { parcels: listed(accepted, language) })]
      : accepted.map(parcel => sentence(draw, words.accepted, { parcel }))
  return [sentence(draw, words.refused[when.kind], slots), ...exceptions, draw.pick(words.rest)]
}

function tellRevision(revision: CustodyRevision, plan: CustodyPlan, words: CustodyWords, draw: Draw): string {
  const slots: Slots = { ...revision, ...tellNote(revision.of, plan, words, draw) }
  if (revision.kind === 'minute') slots.minute = words.clock(revision.minute)
  if (revision.kind === 'times') slots.other = tellNote(revision.with, plan, words, draw).note
  return say(draw, words.revision[revision.kind], slots)
}

const namesIn = (event: CustodyEvent): string[] =>
  Object.entries(event).flatMap(([name, value]) => (name !== 'kind' && typeof value === 'string' ? [value] : []))

/** A note by its time, or by two names that stand in no other together. */
function tellNote(
  of: number,
  { events }: CustodyPlan,
  words: CustodyWords,
  draw: Draw,
): { note: string; dative: string } {
  const names = events.filter(({ minute }) => minute === of).flatMap(namesIn)
  const alike = events.filter(event => names.every(name => namesIn(event).includes(name)))
  const how = names.length === 2 && alike.length === 1 && draw.isHeads() ? 'byNames' : 'byTime'
  const [a, b] = draw.shuffle(names)
  const slots = { time: words.clock(of), a, b }
  const note = say(draw, words.note[how], slots)
  return { note, dative: words.noteDative ? say(draw, words.noteDative[how], slots) : note }
}

/** What differs from an earlier question by the parcel alone is told by reference to it. */
function tellFacets(plan: CustodyPlan, words: CustodyWords, draw: Draw): (readonly [string, string])[] {
  return plan.asked.map(({ member, facet }, index) => {
    const slots: Slots = { ...facet }
    if (facet.kind === 'holderAt') slots.time = words.clock(facet.minute)
    if (facet.kind === 'without') slots.note = tellNote(facet.event, plan, words, draw).dative
    const model = plan.asked.slice(0, index).find(earlier => earlier.facet.kind === facet.kind && 'parcel' in facet)
    const forms = model ? words.like : words.facet[facet.kind]
    return [member, say(draw, forms, { ...slots, member: model?.member })] as const
  })
}
