import { tellAmount, whereFrom } from '../frame/amount.ts'
import type { Draw } from '../frame/draw.ts'
import type { Json, Language, Told } from '../frame/family.ts'
import { say, sentence, tellAsked } from '../frame/forms.ts'
import { paragraphs } from '../frame/text.ts'
import { toldWithin } from '../frame/told-within.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import type { RotaPlan } from './plan.ts'
import type { RotaWords } from './words.ts'

const WORDS = { en, de, es, fr }

export const tellRota = (plan: RotaPlan, language: Language, draw: Draw): Told =>
  toldWithin(() => tellOnce(plan, language, draw))

function tellOnce(plan: RotaPlan, language: Language, draw: Draw): Told {
  const words = WORDS[language]
  const { keys } = words
  const [first, second, third] = plan.inner
  const like = plan.asked.find(({ facet }) => facet === 'pay')?.member
  const facets = like === undefined ? words.facets : { ...words.facets, payWithout: words.likePay }
  const slots = { first, second, third, person: plan.person, paid: plan.paid, without: plan.without, like }
  const others = draw.shuffle([
    tellRule(plan, words, draw),
    sentence(draw, words.missing),
    sentence(draw, words.keeper, { keeper: plan.keeper }),
    sentence(draw, words.pay, { ...plan.pay, paid: plan.paid, n: tellAmount(plan.amount) }),
  ])
  const before = draw.integer(0, 3)
  const told = [
    [sentence(draw, words.inTurn), ...tellChanges(plan, words, draw)],
    tellSaid(plan, words, draw),
    [tellAsked(draw, language, plan.asked, facets, slots)],
  ]
  return {
    input: plan.rota.map(({ day, early, late }): Json => ({ [keys.day]: day, [keys.early]: early, [keys.late]: late })),
    instruction: paragraphs(
      [sentence(draw, words.scene), ...others.slice(0, before)],
      ...(draw.isHeads() ? told : [told[2]!, told[0]!, told[1]!]),
      [...others.slice(before), ...whereFrom(plan.amount, language, draw)],
    ),
  }
}

function tellChanges({ changes, keeper, revision }: RotaPlan, words: RotaWords, draw: Draw): string[] {
  return changes.map((change, at) => {
    const number = at + 1
    const told = () => {
      if (change.kind === 'swap') return sentence(draw, words.swap, { ...change })
      const { person, day, by } = change
      if ('shift' in by) {
        return sentence(draw, words.coverByShift, { person, day, shift: words.shifts[by.shift], byDay: by.day })
      }
      const isNamed = by.name !== keeper || (revision.change === number && 'from' in revision)
      return sentence(draw, isNamed ? words.cover : words.coverByKeeper, { person, day, by: by.name })
    }
    return `(${number}) ${told()}`
  })
}

/** What is said of the changes: what became of them, what was meant, and what happened elsewhere. */
function tellSaid({ verdicts, revision, lead, branch }: RotaPlan, words: RotaWords, draw: Draw): string[] {
  const told = verdicts.map(({ change, kind }) => sentence(draw, words.verdicts[kind], { n: change, lead }))
  const mended = sentence(draw, words.revisions[revision.kind], {
    n: revision.change,
    m: 'other' in revision ? revision.other : undefined,
    from: 'from' in revision ? revision.from : undefined,
    to: 'to' in revision ? revision.to : undefined,
  })
  return revision.kind === 'verdict' || draw.isHeads()
    ? [sentence(draw, words.branch, branch), ...told, mended]
    : [mended, ...told, sentence(draw, words.branch, branch)]
}

function tellRule({ rule }: RotaPlan, words: RotaWords, draw: Draw): string {
  const least = rule.most === undefined ? undefined : rule.most + 1
  const state = say(draw, [words.states[rule.state]], { least })
  const told = sentence(draw, words.rule, { state })
  return rule.except === 'none' ? told : `${told} ${sentence(draw, words.except[rule.except])}`
}
