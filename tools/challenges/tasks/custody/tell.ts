import { tellAmount, whereFrom } from '../frame/amount.ts'
import type { Draw } from '../frame/draw.ts'
import type { Language, Told } from '../frame/family.ts'
import { type Slots, say, sentence } from '../frame/forms.ts'
import { askedMembers, listed, paragraphs } from '../frame/text.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import type { CustodyEvent, CustodyPlan } from './plan.ts'
import type { CustodyWords } from './words.ts'

const WORDS = { en, de, es, fr }

export function tellCustody(plan: CustodyPlan, language: Language, draw: Draw): Told {
  const words = WORDS[language]
  const starts = plan.starts.map(({ parcel, holder, sheets }) =>
    say(draw, words.start, { parcel, holder, sheets: tellAmount(sheets) }),
  )
  const rule = tellRefusal(plan, words, draw)
  const isRuleFirst = draw.isHeads()
  const people = listed(draw.shuffle(plan.people), language)
  return {
    prompt: paragraphs([say(draw, words.scene, { people }), ...(isRuleFirst ? rule : [])], draw.shuffle(starts), [
      draw.pick(words.notInOrder),
      ...draw.shuffle(plan.events.map(event => tellEvent(event, words, draw))),
    ]),
    instruction: paragraphs(`${draw.pick(words.remark)} ${tellRevision(plan, words, draw)}`, isRuleFirst ? [] : rule, [
      ...whereFrom(plan.starts[0]!.sheets, language, draw),
      askedMembers(draw, language, tellFacets(plan, words, draw)),
    ]),
  }
}

function tellEvent(event: CustodyEvent, words: CustodyWords, draw: Draw): string {
  const parcel = 'holds' in event ? event.holds : 'parcel' in event ? event.parcel : undefined
  const persons: Slots = 'one' in event ? { one: event.one, other: event.other } : { to: event.to }
  return sentence(draw, words.event[event.kind], { time: words.clock(event.minute), parcel, ...persons })
}

function tellRefusal({ refusal }: CustodyPlan, words: CustodyWords, draw: Draw): string[] {
  const { accepted, when, who } = refusal
  const slots: Slots = { who: words.who[who.kind](who.person) }
  if (when.kind === 'holding') slots.parcels = words.parcels(when.parcels)
  if (when.kind === 'heavy') slots.sheets = when.sheets
  if (when.kind === 'until') slots.time = words.clock(when.minute)
  return [
    sentence(draw, words.refused[when.kind], slots),
    ...(accepted ? [sentence(draw, words.accepted, { parcel: accepted })] : []),
    draw.pick(words.rest),
  ]
}

function tellRevision({ revision }: CustodyPlan, words: CustodyWords, draw: Draw): string {
  const slots: Slots = { time: words.clock(revision.of) }
  if (revision.kind === 'minute') slots.minute = words.clock(revision.minute)
  if (revision.kind === 'to' || revision.kind === 'affirmed')
    Object.assign(slots, { from: revision.from, to: revision.to })
  return say(draw, words.revision[revision.kind], slots)
}

/** What differs from an earlier question by the parcel alone is told by reference to it. */
function tellFacets({ asked }: CustodyPlan, words: CustodyWords, draw: Draw): (readonly [string, string])[] {
  return asked.map(({ member, facet }, index) => {
    const slots: Slots = { ...facet }
    if (facet.kind === 'holderAt') slots.time = words.clock(facet.minute)
    const model = asked.slice(0, index).find(earlier => earlier.facet.kind === facet.kind)
    const forms = model ? words.like : words.facet[facet.kind]
    return [member, say(draw, forms, { ...slots, member: model?.member })] as const
  })
}
