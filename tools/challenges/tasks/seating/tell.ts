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
import type { Clue, SeatingEvent, SeatingPlan } from './plan.ts'
import type { SeatingWords } from './words.ts'

const WORDS = { en, de, es, fr }

export const tellSeating = (plan: SeatingPlan, language: Language, draw: Draw): Told =>
  toldWithin(() => tellOnce(plan, language, draw))

function tellOnce(plan: SeatingPlan, language: Language, draw: Draw): Told {
  const words = WORDS[language]
  const { people, seats } = plan
  const scene = seats > people.length ? words.sceneEmpty : words.scene
  const slots = {
    people: listed(draw.shuffle(people), language),
    count: tellNumber(draw, language, seats),
    last: seats,
  }
  const rumours = plan.rumours.map(clue =>
    sentence(draw, words.rumour, { that: say(draw, words.that[clue.kind], slotsOf(clue, words)) }),
  )
  const clues = draw.shuffle([...plan.clues.map(clue => tellClue(clue, words, draw)), ...rumours])
  const before = plan.before.map(told => sentence(draw, words.before, { ...told }))
  const events = tellEvents(plan, words, draw)
  const isEventsLast = draw.isHeads()
  const isOffLast = draw.isHeads()
  const price = sentence(draw, plan.isPricedFromRight ? words.price.fromRight : words.price.fromLeft, {
    ...{ price: tellAmount(plan.price), step: plan.step, last: seats },
  })
  const off = plan.off ? [sentence(draw, words.off[plan.off.kind], { ...plan.off, last: seats })] : []
  return {
    prompt: paragraphs(
      [sentence(draw, scene, slots), ...(isOffLast ? [] : off)],
      [...clues, ...(isEventsLast ? before : events)],
      price,
    ),
    instruction: paragraphs(
      [...(isEventsLast ? events : before), ...whereFrom(plan.price, language, draw)],
      askedMembers(draw, language, tellFacets(plan, language, draw)),
      isOffLast ? off : [],
    ),
  }
}

function slotsOf(clue: Clue | SeatingEvent, words: SeatingWords): Slots {
  const { one, other, third, seat } = clue as Slots
  const [a, b] = 'seats' in clue ? clue.seats : []
  const between = 'between' in clue ? clue.between : 0
  return { one, other, third, seat, a, b, between, difference: between + 1, seats: words.seats(between) }
}

function tellClue(clue: Clue, words: SeatingWords, draw: Draw): string {
  const slots = slotsOf(clue, words)
  if (!clue.told) return sentence(draw, words.clue[clue.kind], slots)
  return sentence(draw, words[clue.told], { that: say(draw, words.that[clue.kind], slots) })
}

function tellEvents({ events, seats }: SeatingPlan, words: SeatingWords, draw: Draw): string[] {
  const told = events.map(event => sentence(draw, words.event[event.kind], { ...slotsOf(event, words), last: seats }))
  return [draw.pick(events.length > 1 ? words.later.more : words.later.one), ...told, draw.pick(words.first)]
}

function tellFacets({ asked, people, seats }: SeatingPlan, language: Language, draw: Draw) {
  const words = WORDS[language]
  const count = tellNumber(draw, language, people.length)
  return asked.map(
    ({ member, facet }) => [member, say(draw, words.facet[facet.kind], { ...facet, count, last: seats })] as const,
  )
}
