import { tellAmount, whereFrom } from '../frame/amount.ts'
import type { Draw } from '../frame/draw.ts'
import type { Language, Told } from '../frame/family.ts'
import { say, sentence } from '../frame/forms.ts'
import { ordinal, tellMeasured } from '../frame/measured.ts'
import { paragraphs, shortly } from '../frame/text.ts'
import { clock } from './answer.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import type { RoutePlan, StopNamed } from './plan.ts'
import type { RouteWords, StopWords } from './words.ts'

const WORDS = { en, de, es, fr }

export const tellRoute = (plan: RoutePlan, language: Language, draw: Draw): Told =>
  shortly(() => tellOnce(plan, language, draw))

function tellOnce(plan: RoutePlan, language: Language, draw: Draw): Told {
  const words = WORDS[language]
  const [isRuleFirst, isWaitFirst, isRevisionLast] = [draw.isHeads(), draw.isHeads(), draw.isHeads()]
  const rule = tellRule(plan, words, draw)
  const wait = sentence(draw, words.wait, { n: plan.wait })
  const revision = tellRevision(plan, words, language, draw)
  return {
    prompt: paragraphs(
      [
        sentence(draw, words.start, { time: clock(plan.start) }),
        sentence(draw, words.late, { n: tellAmount(plan.amount) }),
        ...(isWaitFirst ? [wait] : []),
      ],
      isRuleFirst ? rule : '',
      tellLegs(plan, words, draw),
      [sentence(draw, words.intro), ...tellIncidents(plan, words, draw)],
    ),
    instruction: paragraphs(
      isRevisionLast ? [] : [revision],
      tellQuestions(plan, words, language, draw),
      draw.shuffle([
        ...whereFrom(plan.amount, language, draw),
        ...(isRuleFirst ? [] : [rule]),
        ...(isWaitFirst ? [] : [wait]),
        ...(isRevisionLast ? [revision] : []),
      ]),
    ),
  }
}

function tellIncidents({ incidents }: RoutePlan, words: RouteWords, draw: Draw): string[] {
  const told = (stop: StopNamed, forms: StopWords) => {
    if ('name' in stop) return say(draw, [forms.name], { stop: stop.name })
    return 'after' in stop ? say(draw, [forms.after], { stop: stop.after }) : forms.lastButOne
  }
  return incidents.map(({ kind, stop, minutes }) =>
    sentence(draw, words.incidents[kind], { at: told(stop, words.at), to: told(stop, words.to), n: minutes }),
  )
}

function tellRevision({ revision }: RoutePlan, words: RouteWords, language: Language, draw: Draw): string {
  const slots =
    revision.kind === 'minutes'
      ? { first: ordinal(language, revision.first), second: ordinal(language, revision.second) }
      : { ...revision, at: ordinal(language, revision.at) }
  return sentence(draw, words.revisions[revision.kind], slots)
}

function tellRule({ legs, rule }: RoutePlan, words: RouteWords, draw: Draw): string {
  const place = legs.findIndex(({ stop }) => stop === rule.at)
  const { at, condition, unless, action } = rule
  const limit = condition.kind === 'late' ? clock(condition.limit) : condition.limit
  const course = { ...action, at, skipped: legs[place + 1]!.stop, next: legs[place + 2]!.stop }
  return sentence(draw, words.rule, {
    at,
    condition: say(draw, words.conditions[condition.kind], { at, limit }),
    unless: say(draw, words.unless[unless.kind], { at, n: 'minutes' in unless ? unless.minutes : undefined }),
    action: say(draw, words.actions[action.kind], course),
  })
}

function tellQuestions(plan: RoutePlan, words: RouteWords, language: Language, draw: Draw): string {
  return tellMeasured(draw, language, [], plan.asked, {
    measure: measure =>
      say(draw, words.measures[measure.kind], {
        time: measure.kind === 'after' ? clock(measure.time) : undefined,
        n: measure.kind === 'longWaits' ? measure.over : undefined,
      }),
    world: world =>
      world.kind === 'real'
        ? ''
        : say(draw, words.worlds[world.kind], {
            at: world.kind === 'withoutIncident' ? ordinal(language, world.at) : '',
          }),
  })
}

/** Each leg by its minutes or by the leg before; from the second on in any order. */
function tellLegs({ legs }: RoutePlan, words: RouteWords, draw: Draw): string[] {
  const told = legs.slice(1).map(({ stop, minutes }, index) => {
    const [from, before] = [legs[index]!, legs[index - 1]]
    const slots = { from: from.stop, to: stop, n: minutes, before: before?.stop ?? '' }
    const more = minutes - from.minutes
    if (!before || Math.abs(more) === 1 || draw.isHeads()) return sentence(draw, words.leg, slots)
    if (more === 0) return sentence(draw, words.sameLeg, slots)
    return sentence(draw, more > 0 ? words.longerLeg : words.shorterLeg, { ...slots, n: Math.abs(more) })
  })
  const first = sentence(draw, words.first, { to: legs[0]!.stop, n: legs[0]!.minutes })
  return [first, ...(draw.isHeads() ? draw.shuffle(told) : told)]
}
