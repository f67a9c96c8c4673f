import { tellAmount, whereFrom } from '../frame/amount.ts'
import type { Draw } from '../frame/draw.ts'
import type { Language, Told } from '../frame/family.ts'
import { askedMembers, listed, paragraphs } from '../frame/text.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import type { SeatingPlan } from './plan.ts'

const WORDS = { en, de, es, fr }

export function tellSeating(plan: SeatingPlan, language: Language, draw: Draw): Told {
  const words = WORDS[language]
  const { members } = plan
  const clues = draw.shuffle(plan.clues).map(clue => draw.pick(words.clue(clue)))
  const before = draw.pick(words.before(plan.before.name, plan.before.seat))
  const exchange = draw.pick(words.exchange(...plan.exchange))
  const off = draw.pick(words.off(plan.off))
  const isExchangeLast = draw.isHeads()
  return {
    prompt: paragraphs(
      draw.pick(words.scene(listed(draw.shuffle(plan.people), language))),
      [clues.join(' '), ...(isExchangeLast ? [before] : [exchange])],
      draw.pick(words.price(tellAmount(plan.price), plan.step)),
    ),
    instruction: paragraphs(
      [...(isExchangeLast ? [exchange] : [before]), ...whereFrom(plan.price, language, draw)],
      askedMembers(draw, language, [
        [members.order, draw.pick(words.order[plan.isFromRight ? 'fromRight' : 'fromLeft'])],
        [members.pays, draw.pick(words.pays(plan.payer))],
      ]),
      off,
    ),
  }
}
