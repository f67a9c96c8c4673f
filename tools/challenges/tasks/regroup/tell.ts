import { tellAmount, whereFrom } from '../frame/amount.ts'
import type { Draw } from '../frame/draw.ts'
import type { Language, Told } from '../frame/family.ts'
import { say, sentence, tellNumber } from '../frame/forms.ts'
import { basisOf, mended, type Tallied, tellTally } from '../frame/tally-tell.ts'
import { askedMembers, paragraphs } from '../frame/text.ts'
import { toldWithin } from '../frame/told-within.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import type { RegroupPlan } from './plan.ts'
import type { RegroupWords } from './words.ts'

const WORDS = { en, de, es, fr }

export const tellRegroup = (plan: RegroupPlan, language: Language, draw: Draw): Told =>
  toldWithin(() => tellOnce(plan, language, draw))

function tellOnce(plan: RegroupPlan, language: Language, draw: Draw): Told {
  const words = WORDS[language]
  const tallied = tellTally(plan, language, words.units, draw)
  const referred = plan.volunteers.find(({ day }) => day.from)?.day
  const grouping = tellGroups(plan, words, draw, tallied)
  const isRuleFirst = draw.isHeads()
  const isRevisedFirst = draw.isHeads()
  return {
    prompt: mended(
      paragraphs(
        [tellList(plan, language, draw), ...draw.shuffle(tallied.traits)],
        [sentence(draw, words.notes, { count: tellNumber(draw, language, plan.notes.length) }), ...tallied.notes],
        isRuleFirst ? tallied.rule : grouping,
      ),
    ),
    instruction: mended(
      paragraphs(
        [...(isRevisedFirst ? tallied.revisions : []), ...(referred ? whereFrom(referred, language, draw) : [])],
        isRuleFirst ? grouping : tallied.rule,
        [basisOf(language, draw), askedMembers(draw, language, [...askedGroups(plan, words, draw), ...tallied.asked])],
        isRevisedFirst ? [] : tallied.revisions,
      ),
    ),
  }
}

function tellList({ volunteers }: RegroupPlan, language: Language, draw: Draw): string {
  const words = WORDS[language]
  const isDayFirst = draw.isHeads()
  const told = draw.shuffle(volunteers).map(({ name, day, evening }) => {
    const [one, other] = isDayFirst ? [tellAmount(day), evening] : [evening, tellAmount(day)]
    return say(draw, words.one, { name, one, other })
  })
  const heading = draw.pick(isDayFirst ? words.list.dayFirst : words.list.eveningFirst)
  const scene = sentence(draw, words.scene, { count: tellNumber(draw, language, volunteers.length) })
  return `${scene} ${heading} ${told.join('; ')}.`
}

function tellGroups(
  { groups, moved, split }: RegroupPlan,
  words: RegroupWords,
  draw: Draw,
  { refer }: Tallied,
): string[] {
  const slots = split.kind === 'above' ? refer(split.person) : { number: split.number }
  const [one, other] = moved.persons ?? []
  return [
    sentence(draw, words.split[split.kind], { ...groups, ...slots }),
    one === undefined
      ? sentence(draw, words.moved.evening, groups)
      : other === undefined
        ? sentence(draw, words.moved.person, refer(one))
        : sentence(draw, words.moved.persons, { one, other: refer(other).who }),
  ]
}

/** One of the groups, and the other by reference to it. */
function askedGroups({ groups, isFewestFirst, members }: RegroupPlan, words: RegroupWords, draw: Draw) {
  const [one, other] = draw.isHeads() ? (['upper', 'lower'] as const) : (['lower', 'upper'] as const)
  const order = isFewestFirst ? words.order.fewest : words.order.most
  const member = members[one] ?? members[other]!
  const first = members[one] ? one : other
  const told = [[member, say(draw, words.group, { group: groups[first], order })] as const]
  if (members.upper === undefined || members.lower === undefined) return told
  return [...told, [members[other]!, say(draw, words.sameFor, { member, group: groups[other] })] as const]
}
