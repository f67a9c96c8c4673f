import { foldWord } from '../words/fold.ts'
import { segmentsOf } from '../words/segments.ts'
import { lettersLost } from '../words/typos.ts'

/** What stands at one place: any of the tokens of `whole`, or all `parts` of an identifier. */
interface Step {
  whole: string
  parts: readonly string[]
  /** One character of a dense script, which pairs hold. */
  isAlone: boolean
}

type Term = readonly Step[]

interface Clause {
  wanted: Term[]
  unwanted: Term[]
}

export interface PostQuery {
  /** The text of a tsquery; null: it finds nothing. */
  exact: string | null
  /** The same with words that differ by a typo from hashtags. */
  withTypos: string | null
  /** Whether a token of a text is what was sought, or its first character alone is. */
  fits(token: string): 'whole' | 'first' | undefined
}

/** Nobody reads what more words find. */
const STEPS = 32

const PIECE = /(-?)(?:"([^"]*)"?|(\S+))/g
const HASHTAG = /^#[\p{L}\p{N}_]+$/u

/** Words and "phrases" that all must be there, `-` before what must not, `or` between alternatives. */
export function readQuery(query: string): PostQuery {
  const clauses = clausesOf(query).filter(({ wanted }) => wanted.length > 0)
  const steps = clauses.flatMap(({ wanted }) => wanted.flat())
  const whole = new Set(steps.flatMap(({ whole, parts }) => [whole.replace(/^#/, ''), ...parts]))
  const alone = steps.filter(({ isAlone }) => isAlone).map(step => step.whole)
  return {
    exact: joined(clauses, termQuery),
    withTypos: joined(clauses, typoQuery),
    fits(token) {
      if (whole.has(token)) return 'whole'
      return alone.some(character => token.startsWith(character)) ? 'first' : undefined
    },
  }
}

function clausesOf(query: string): Clause[] {
  let clause: Clause = { wanted: [], unwanted: [] }
  const clauses = [clause]
  let steps = 0
  for (const [, minus, phrase, word] of query.matchAll(PIECE)) {
    if (word !== undefined && minus === '' && word.toLowerCase() === 'or') {
      clause = { wanted: [], unwanted: [] }
      clauses.push(clause)
      continue
    }
    const term = termOf(phrase ?? word ?? '').slice(0, STEPS - steps)
    steps += term.length
    if (term.length > 0) clause[minus === '' ? 'wanted' : 'unwanted'].push(term)
  }
  return clauses
}

function termOf(text: string): Term {
  if (HASHTAG.test(text)) return [{ whole: `#${foldWord(text.slice(1))}`, parts: [], isAlone: false }]
  const segments = [...segmentsOf(text)].filter(({ isEnd }) => !isEnd)
  return segments.map(({ tokens: [whole = '', ...parts], isLone = false }) => ({ whole, parts, isAlone: isLone }))
}

const quoted = (token: string) => `'${token}'`

function stepQuery({ whole, parts, isAlone }: Step, isPhrase: boolean): string {
  // Alone it has no place; in a phrase stands what begins with it.
  if (isAlone && isPhrase) return `${quoted(whole)}:*`
  return parts.length === 0 ? quoted(whole) : `(${quoted(whole)} | ${parts.map(quoted).join(' <0> ')})`
}

const termQuery = (term: Term): string => `(${term.map(step => stepQuery(step, term.length > 1)).join(' <-> ')})`

function typoQuery(term: Term): string {
  const [step] = term
  if (!step || term.length > 1 || step.parts.length > 0) return termQuery(term)
  const word = step.whole.replace(/^#/, '')
  const lost = lettersLost(word)
  if (lost.length === 0) return termQuery(term)
  const meant = [`~${word}`, ...lost.flatMap(typo => [`#${typo}`, `~${typo}`])]
  return `(${[stepQuery(step, false), ...meant.map(quoted)].join(' | ')})`
}

function joined(clauses: readonly Clause[], queryOf: (term: Term) => string): string | null {
  if (clauses.length === 0) return null
  const all = clauses.map(({ wanted, unwanted }) =>
    [...wanted.map(queryOf), ...unwanted.map(term => `!${termQuery(term)}`)].join(' & '),
  )
  return all.map(one => `(${one})`).join(' | ')
}
