import { tellAmount, whereFrom } from '../frame/amount.ts'
import type { Draw } from '../frame/draw.ts'
import type { Json, Language, Told } from '../frame/family.ts'
import { sentence, tellAsked } from '../frame/forms.ts'
import { paragraphs } from '../frame/text.ts'
import { toldWithin } from '../frame/told-within.ts'
import { proposalBefore } from './answer.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import type { AgreementPlan, Message } from './plan.ts'
import type { AgreementWords } from './words.ts'

const WORDS = { en, de, es, fr }

export const tellAgreement = (plan: AgreementPlan, language: Language, draw: Draw): Told =>
  toldWithin(() => tellOnce(plan, language, draw))

function tellOnce(plan: AgreementPlan, language: Language, draw: Draw): Told {
  const words = WORDS[language]
  const [first, second, third] = plan.inner
  const asked = tellAsked(draw, language, plan.asked, words.facets, { first, second, third })
  const rules = draw.shuffle([
    plan.lead ? sentence(draw, words.lead, { lead: plan.lead }) : sentence(draw, words.anybody),
    sentence(draw, words.latest),
    ...(plan.messages.some(({ kind }) => kind === 'past') ? [sentence(draw, words.noPast)] : []),
    ...(plan.messages.some(({ kind }) => kind === 'back') ? [sentence(draw, words.noBack)] : []),
    sentence(draw, words.cost, { fee: plan.fee, n: tellAmount(plan.amount) }),
  ])
  const before = draw.integer(0, 4)
  return {
    input: plan.messages.map((message, at): Json => {
      return { [words.from]: message.from, [words.text]: tellMessage(draw, words, plan.messages, message, at) }
    }),
    instruction: paragraphs([sentence(draw, words.scene), ...rules.slice(0, before)], asked, [
      ...rules.slice(before),
      ...whereFrom(plan.amount, language, draw),
    ]),
  }
}

function tellMessage(draw: Draw, words: AgreementWords, messages: Message[], message: Message, at: number): string {
  const { from, place } = message
  switch (message.kind) {
    case 'propose':
      return sentence(draw, message.taker === from ? words.proposeSelf : words.proposeOther, { ...message })
    case 'taker':
      return sentence(draw, message.taker === from ? words.takerSelf : words.takerOther, { ...message })
    case 'yesAll':
      return sentence(draw, words.yesAll)
    case 'back':
      return sentence(draw, words.back, { place })
    case 'yes':
    case 'no': {
      const { from: to } = messages[at - 1]!
      const isAtOnce = proposalBefore(messages, at) === messages[at - 1] && draw.isHeads()
      if (isAtOnce) return sentence(draw, message.kind === 'yes' ? words.yesAtOnce : words.noAtOnce, { to })
      return sentence(draw, words[message.kind], { place })
    }
    default:
      return sentence(draw, words[message.kind], { ...message })
  }
}
