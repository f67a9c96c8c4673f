import { type Amount, tellAmount, whereFrom } from '../frame/amount.ts'
import type { Draw } from '../frame/draw.ts'
import type { Language, Told } from '../frame/family.ts'
import { say, sentence, tellNumber } from '../frame/forms.ts'
import { ordinal, tellMeasured } from '../frame/measured.ts'
import { listed, paragraphs } from '../frame/text.ts'
import { toldWithin } from '../frame/told-within.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import type { MergePlan, Person, Revision } from './plan.ts'
import type { MergeWords } from './words.ts'

const WORDS = { en, de, es, fr }

export const tellMerge = (plan: MergePlan, language: Language, draw: Draw): Told =>
  toldWithin(() => tellOnce(plan, language, draw))

function tellOnce(plan: MergePlan, language: Language, draw: Draw): Told {
  const words = WORDS[language]
  const referred = plan.newer.find(({ locker }) => locker.from)?.locker
  const entries = (register: { name: string; locker: Amount }[]) => tellEntries(register, referred?.value, words, draw)
  const marked = (mark: string) =>
    listed(
      draw.shuffle(plan.newer.filter(entry => entry.mark === mark)).map(({ name }) => name),
      language,
    )
  const rule = tellRule(plan, words, draw)
  const revision = plan.revision ? [tellRevision(plan.revision, words, language, draw)] : []
  const [isRuleFirst, isRevisionLast] = [draw.isHeads(), draw.isHeads()]
  const person = (who: Person) => ('name' in who ? who.name : words.person[who.register][who.end])
  return {
    prompt: paragraphs(
      [sentence(draw, words.scene), ...(isRuleFirst ? rule : [])],
      draw.shuffle([
        sentence(draw, words.older, { entries: entries(plan.older) }),
        sentence(draw, words.newer, { entries: entries(plan.newer) }),
      ]),
      sentence(draw, words.marks, { stars: marked('star'), rings: marked('ring') }),
      [
        sentence(draw, words.intro, { count: tellNumber(draw, language, plan.events.length) }),
        ...plan.events.map(({ kind, one, other }) =>
          sentence(draw, words.events[kind], { one: person(one), other: person(other) }),
        ),
      ],
    ),
    instruction: paragraphs(
      [...(isRuleFirst ? [] : rule), ...(isRevisionLast ? [] : revision)],
      tellQuestions(plan, words, language, draw),
      [...(isRevisionLast ? revision : []), ...(referred ? whereFrom(referred, language, draw) : [])],
    ),
  }
}

/** A register in any order, of which one or two entries may be told by another. */
function tellEntries(
  register: { name: string; locker: Amount }[],
  earlier: number | undefined,
  words: MergeWords,
  draw: Draw,
): string {
  const shuffled = draw.shuffle(register)
  const form = draw.pick(words.entry)
  const bases = shuffled.filter(({ locker }) => !locker.from)
  const led = draw.sample(bases.slice(1), draw.pick([0, 1, 1, 2]))
  const base = bases[0]!
  return shuffled
    .map(({ name, locker }) => {
      const by = locker.value - base.locker.value
      const isLed = led.some(other => other.name === name) && by !== 0 && Math.abs(by) !== earlier
      if (!isLed) return say(draw, [form], { name, n: tellAmount(locker) })
      return say(draw, by > 0 ? words.entryAbove : words.entryBelow, { name, n: Math.abs(by), base: base.name })
    })
    .join(', ')
}

function tellRule({ rule }: MergePlan, words: MergeWords, draw: Draw): string[] {
  const { exception, single } = rule
  const mark = words.mark[rule.mark]
  const slots = {
    mark,
    n: exception.kind === 'near' ? exception.by : exception.kind === 'above' ? exception.limit : undefined,
  }
  const unless = say(draw, [words.exceptions[exception.kind]], slots)
  return draw.shuffle([
    sentence(draw, words.both, { winner: words.winners[rule.winner], unless }),
    sentence(draw, words.single[single.kind], { mark, n: single.kind === 'from' ? single.limit : undefined }),
  ])
}

function tellRevision(revision: Revision, words: MergeWords, language: Language, draw: Draw): string {
  const slots =
    revision.kind === 'order'
      ? { first: ordinal(language, revision.first), second: ordinal(language, revision.second) }
      : { ...revision, at: ordinal(language, revision.at) }
  return sentence(draw, words.revisions[revision.kind], slots)
}

function tellQuestions(plan: MergePlan, words: MergeWords, language: Language, draw: Draw): string {
  const { list, name, locker } = plan.members
  const whole = say(draw, words.list, { name, locker, order: words.orders[plan.order] })
  return tellMeasured(draw, language, [[list, whole]], plan.asked, {
    measure: measure =>
      say(draw, words.measures[measure.kind], {
        ...measure,
        n: 'above' in measure ? measure.above : undefined,
      }),
    world: world =>
      world.kind === 'real'
        ? ''
        : say(draw, words.worlds[world.kind], { at: world.kind === 'withoutEvent' ? ordinal(language, world.at) : '' }),
  })
}
