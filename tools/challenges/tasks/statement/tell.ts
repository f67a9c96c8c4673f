import { tellAmount, whereFrom } from '../frame/amount.ts'
import type { Draw } from '../frame/draw.ts'
import type { Language, Told } from '../frame/family.ts'
import { onlyTheEntry } from '../frame/own-entry.ts'
import { askedMembers, paragraphs } from '../frame/text.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import type { StatementPlan } from './plan.ts'

const WORDS = { en, de, es, fr }

export function tellStatement(plan: StatementPlan, language: Language, draw: Draw): Told {
  const words = WORDS[language]
  const { about, members } = plan
  const [whenEven, whenOdd] = plan.isOddName ? [words.handle, words.name] : [words.name, words.handle]
  const few = draw.pick(words.few(plan.few, plan.bonus))
  const badge = draw.pick(words.badge(plan.badge.holder, plan.badge.points))
  const base = draw.pick(words.base(tellAmount(plan.base), plan.each))
  const others = draw.shuffle(plan.others).map(other => draw.pick(words.other(other)))
  const isFewLast = draw.isHeads()
  return {
    input: { handle: about.handle, name: about.name, interests: about.interests },
    instruction: paragraphs(
      [draw.pick(words.scene), onlyTheEntry(language, draw)],
      [...draw.shuffle([base, others.join(' ')]), ...(isFewLast ? [badge] : [few])],
      askedMembers(draw, language, [
        [members.shown, draw.pick(words.shown(whenEven, whenOdd))],
        [members.points, draw.pick(words.points)],
        [members.topics, draw.pick(words.topics(plan.cut, plan.at, plan.topic))],
        [members.beside, draw.pick(words.beside[plan.asks])],
      ]),
      draw.shuffle([...(isFewLast ? [few] : [badge]), ...whereFrom(plan.base, language, draw)]),
    ),
  }
}
