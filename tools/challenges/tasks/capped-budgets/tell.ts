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
import type { BudgetPlan, Note } from './plan.ts'
import type { BudgetWords } from './words.ts'

const WORDS = { en, de, es, fr }

export const tellBudget = (plan: BudgetPlan, language: Language, draw: Draw): Told =>
  toldWithin(() => tellOnce(plan, language, draw))

function tellOnce(plan: BudgetPlan, language: Language, draw: Draw): Told {
  const words = WORDS[language]
  const { keys } = words
  const [first, second] = plan.inner
  const { project, pot, without } = plan
  const like = plan.asked.find(({ facet }) => facet === 'total')?.member
  const facets = like === undefined ? words.facets : { ...words.facets, totalWithout: words.likeTotal }
  const asked = tellAsked(draw, language, plan.asked, facets, { first, second, project, pot, without, like })
  const parts = [tellNotes(plan, words, draw), tellCaps(plan, words, draw)]
  return {
    input: plan.requests.map(
      (request): Json => ({
        [keys.number]: request.number,
        [keys.person]: request.person,
        [keys.project]: request.project,
        [keys.euros]: request.euros,
      }),
    ),
    instruction: paragraphs(
      [sentence(draw, words.scene), ...whereFrom(plan.amount, language, draw)],
      ...(draw.isHeads() ? [asked, ...parts] : [...parts, asked]),
    ),
  }
}

/** One request, by its number or by what else is true of it alone. */
function tellRequest({ requests }: BudgetPlan, number: number, words: BudgetWords, draw: Draw): string {
  const request = requests.find(other => other.number === number)
  const sums = requests.map(({ euros }) => euros)
  const ways = [words.byNumber]
  if (request) ways.push(words.byPair)
  if (request?.euros === Math.max(...sums)) ways.push(words.largest)
  if (request?.euros === Math.min(...sums)) ways.push(words.smallest)
  if (request && request === requests[0]) ways.push(words.first)
  if (request && request === requests.at(-1)) ways.push(words.last)
  return say(draw, draw.pick(ways.slice(draw.isHeads() ? -1 : 0)), { ...request, number })
}

function tellNotes(plan: BudgetPlan, words: BudgetWords, draw: Draw): string[] {
  const { notes, revision, amount } = plan
  const numberIn = (note: Note) => {
    if (note.kind === 'raised') return tellAmount(amount)
    if (note.kind === 'replaced') return note.euros
    return 'by' in note ? note.by : undefined
  }
  const told = notes.map((note, at) => {
    const request = tellRequest(plan, note.number, words, draw)
    return `(${at + 1}) ${sentence(draw, words.notes[note.kind], { request, n: numberIn(note) })}`
  })
  const mended = sentence(draw, words.revisions[revision.kind], {
    n: revision.note,
    m: 'other' in revision ? revision.other : undefined,
    request: 'number' in revision ? tellRequest(plan, revision.number, words, draw) : undefined,
  })
  return [...told, mended]
}

function tellCaps({ cap, low, exempt, excess }: BudgetPlan, words: BudgetWords, draw: Draw): string[] {
  const [lowOf] = Object.keys(low.of) as (keyof BudgetWords['lowOf'])[]
  const [exemptOf] = Object.keys(exempt) as (keyof BudgetWords['exemptOf'])[]
  return [
    sentence(draw, words.cap, { cap }),
    sentence(draw, words.low, { cap: low.cap, of: say(draw, words.lowOf[lowOf!], { ...low.of } as never) }),
    sentence(draw, words.exempt, { of: say(draw, words.exemptOf[exemptOf!], { ...exempt } as never) }),
    sentence(draw, words.excess, excess),
  ]
}
