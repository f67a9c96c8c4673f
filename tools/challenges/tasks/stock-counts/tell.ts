import { tellAmount, whereFrom } from '../frame/amount.ts'
import type { Draw } from '../frame/draw.ts'
import type { Language, Told } from '../frame/family.ts'
import { say, sentence, tellAsked, tellNumber } from '../frame/forms.ts'
import { listed, paragraphs } from '../frame/text.ts'
import { toldWithin } from '../frame/told-within.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import type { StockEvent, StockPlan } from './plan.ts'
import type { StockWords } from './words.ts'

const WORDS = { en, de, es, fr }

export const tellStock = (plan: StockPlan, language: Language, draw: Draw): Told =>
  toldWithin(() => tellOnce(plan, language, draw))

function tellOnce(plan: StockPlan, language: Language, draw: Draw): Told {
  const words = WORDS[language]
  const number = (value: number) => tellNumber(draw, language, value)
  const item = [draw.pick(words.item)]
  const list = plan.listed.map(({ title, copies }) => say(draw, item, { title, n: copies }))
  const amount = plan.amount.from ? tellAmount(plan.amount) : number(plan.amount.value)
  const events = plan.events.flatMap(event => tellEvent(draw, words, event, number, amount))
  for (const { title, copies } of plan.ordered) {
    events.splice(draw.integer(0, events.length), 0, sentence(draw, words.ordered, { title, n: number(copies) }))
  }
  const remark = plan.remark ? [sentence(draw, words.remark[plan.remark.kind], { ...plan.remark })] : []
  const rules = draw.shuffle([
    sentence(draw, plan.damagedCount ? words.damagedCount : words.damagedDoNot),
    ...(plan.ordered.length > 0 ? [sentence(draw, words.orderedDoNot)] : []),
  ])
  const isRuleFirst = draw.isHeads()
  const isRemarkLast = draw.isHeads()
  const opening = sentence(draw, words.listed, { list: listed(list, language) })
  const [first, second] = plan.pair
  const asked = tellAsked(draw, language, plan.asked, words.facets, { first, second, n: plan.wanted })
  return {
    prompt: paragraphs(isRuleFirst ? rules.slice(0, 1) : [], [opening], events, isRemarkLast ? [] : remark),
    instruction: paragraphs(
      [asked],
      [...whereFrom(plan.amount, language, draw), ...(isRuleFirst ? rules.slice(1) : rules)],
      isRemarkLast ? remark : [],
    ),
  }
}

function tellEvent(
  draw: Draw,
  words: StockWords,
  event: StockEvent,
  number: (value: number) => string,
  amount: string,
): string[] {
  switch (event.kind) {
    case 'taken':
      return [sentence(draw, words.taken, { person: event.person, title: event.title, n: number(event.copies) })]
    case 'returned':
      return [
        sentence(draw, event.kept > 0 ? words.returned : words.returnedAll, {
          person: event.person,
          kept: number(event.kept),
        }),
        sentence(draw, words.damaged, { person: event.person, n: number(event.damaged) }),
      ]
    case 'mixed':
      return [sentence(draw, words.mixed, { from: event.from, to: event.to, n: number(event.copies) })]
    case 'fewer':
      return [sentence(draw, words.fewer, { title: event.title, n: number(event.copies) })]
    case 'given':
    case 'sold':
    case 'declined':
      return [sentence(draw, words[event.kind], { title: event.title, n: number(event.copies) })]
    case 'wanted':
      return [sentence(draw, words.wanted, { person: event.person, title: event.title, n: number(event.copies) })]
    case 'passed':
      return [sentence(draw, words.passed, { person: event.person, to: event.to })]
    case 'more':
      return [sentence(draw, words.more, { title: event.title, n: amount })]
  }
}
