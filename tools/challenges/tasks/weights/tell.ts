import { tellAmount, whereFrom } from '../frame/amount.ts'
import type { Draw } from '../frame/draw.ts'
import type { Language, Told } from '../frame/family.ts'
import { askedMembers, listed, paragraphs } from '../frame/text.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import type { WeightsPlan } from './plan.ts'

const WORDS = { en, de, es, fr }

export function tellWeights(plan: WeightsPlan, language: Language, draw: Draw): Told {
  const words = WORDS[language]
  const { asked, crates, members, scales, wrong } = plan
  const kilograms = crates.flatMap(crate => (crate.kind === 'exactly' ? [crate.kilograms] : []))[0]!
  const told = draw.shuffle(crates).map(crate => draw.pick(words.crate(crate, tellAmount(kilograms))))
  const places = draw.shuffle(scales).map(scale => {
    const names = crates.filter(crate => crate.scale === scale).map(({ name }) => name)
    return draw.pick(words.scales(scale, listed(draw.shuffle(names), language)))
  })
  const rule = draw.pick(words.wrong(wrong, plan.excess, scales.find(scale => scale !== wrong)!))
  const notes = draw.shuffle([draw.pick(words.exact(plan.exact)), draw.pick(words.label(plan.label))])
  const isRuleFirst = draw.isHeads()
  return {
    prompt: paragraphs(
      [draw.pick(words.scene(...scales)), ...(isRuleFirst ? [rule] : [])],
      draw.shuffle([places.join(' '), `${told.join(' ')} ${draw.pick(words.shown)}`]),
      isRuleFirst ? [] : notes,
    ),
    instruction: paragraphs(
      whereFrom(kilograms, language, draw),
      askedMembers(draw, language, [
        [members.order, draw.pick(words.order[plan.isHeaviestFirst ? 'heaviest' : 'lightest'])],
        [members.first, draw.pick(words.weight(asked.first))],
        [members.second, draw.pick(words.weight(asked.second))],
      ]),
      isRuleFirst ? notes : rule,
    ),
  }
}
