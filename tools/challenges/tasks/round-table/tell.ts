import { tellAmount, whereFrom } from '../frame/amount.ts'
import type { Draw } from '../frame/draw.ts'
import type { Language, Told } from '../frame/family.ts'
import { sentence, tellAsked } from '../frame/forms.ts'
import { onlyTheEntry } from '../frame/own-entry.ts'
import { listed, paragraphs } from '../frame/text.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import type { Guest, RoundTablePlan } from './plan.ts'
import type { RoundTableWords } from './words.ts'

const WORDS = { en, de, es, fr }

export function tellRoundTable(plan: RoundTablePlan, language: Language, draw: Draw): Told {
  const words = WORDS[language]
  const { handle, name, interests } = plan.about
  const slots = { guest: plan.guest, n: tellAmount(plan.amount) }
  const guests = draw.shuffle(plan.guests).map(guest => tellGuest(draw, words, language, guest))
  const rules = draw.shuffle([
    sentence(draw, words.absent, { person: plan.absent }),
    sentence(draw, words.absentDoNot),
    sentence(draw, words.former, { person: plan.former.person, tag: quoted(plan.former.interest) }),
    sentence(draw, words.formerDoNot),
  ])
  const before = draw.integer(0, 4)
  const told = [[...guests, ...rules.slice(0, before)], [tellAsked(draw, language, plan.asked, words.facets, slots)]]
  return {
    input: { handle, name, interests },
    instruction: paragraphs(
      [sentence(draw, words.scene), onlyTheEntry(language, draw)],
      ...(draw.isHeads() ? told : told.toReversed()),
      [...rules.slice(before), ...whereFrom(plan.amount, language, draw)],
    ),
  }
}

const quoted = (tag: string) => `\`${tag}\``

function tellGuest(draw: Draw, words: RoundTableWords, language: Language, guest: Guest): string {
  const { person, interests, like } = guest
  if (!like) return sentence(draw, words.guest, { person, tags: listed(interests.map(quoted), language) })
  const [gone, come] = like.swapped.map(quoted) as [string, string]
  return sentence(draw, words.like, { person, other: like.person, gone, come })
}
