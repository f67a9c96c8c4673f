import { tellAmount, whereFrom } from '../frame/amount.ts'
import type { Draw } from '../frame/draw.ts'
import type { Language, Told } from '../frame/family.ts'
import { say, sentence, tellNumber } from '../frame/forms.ts'
import { basisOf, mended, tellTally } from '../frame/tally-tell.ts'
import { askedMembers, listed, paragraphs } from '../frame/text.ts'
import { toldWithin } from '../frame/told-within.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import type { LedgerPlan } from './plan.ts'
import type { LedgerWords } from './words.ts'

const WORDS = { en, de, es, fr }

export const tellLedger = (plan: LedgerPlan, language: Language, draw: Draw): Told =>
  toldWithin(() => tellOnce(plan, language, draw))

function tellOnce(plan: LedgerPlan, language: Language, draw: Draw): Told {
  const words = WORDS[language]
  const tallied = tellTally(plan, language, words.units, draw)
  const isRuleFirst = draw.isHeads()
  const isRevisedFirst = draw.isHeads()
  const referred = plan.entries.find(({ points }) => points?.from)?.points
  const rounds = [...new Set(plan.entries.map(({ round }) => round))]
  const players = listed(draw.shuffle(plan.players), language)
  return {
    prompt: mended(
      paragraphs(
        [say(draw, words.scene, { players }), ...draw.shuffle(tallied.traits), ...(isRuleFirst ? tallied.rule : [])],
        [...draw.shuffle(rounds).map(round => tellRound(plan, round, words, draw)), draw.pick(words.sheet)],
        [sentence(draw, words.notes, { count: tellNumber(draw, language, plan.notes.length) }), ...tallied.notes],
      ),
    ),
    instruction: mended(
      paragraphs(
        [...(isRevisedFirst ? tallied.revisions : []), ...(referred ? whereFrom(referred, language, draw) : [])],
        isRuleFirst ? [] : tallied.rule,
        [basisOf(language, draw), askedMembers(draw, language, tallied.asked)],
        isRevisedFirst ? [] : tallied.revisions,
      ),
    ),
  }
}

function tellRound({ entries }: LedgerPlan, round: number, words: LedgerWords, draw: Draw): string {
  const told = draw
    .shuffle(entries.filter(entry => entry.round === round))
    .map(({ player, points, as }) =>
      points ? `${player} ${tellAmount(points)}` : say(draw, words.leaning, { player, as: as.player, more: as.more }),
    )
  return say(draw, words.round, { round, entries: told.join(', ') })
}
