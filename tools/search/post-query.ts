import type { TermCounts } from '../../storage/search/scan-budget.ts'
import { hashtagOf, isHashtag } from '../text-entities/hashtag-parser.ts'
import { normalize } from '../text-search/normalize.ts'
import { segmentsOf } from '../text-search/segment-tokens.ts'
import { type Clause, misspeltWords, parseTsquery, type Term } from './tsquery.ts'

export interface PostQuery {
  /** null: it finds nothing. */
  exact: TermCounts | null
  /** Words that may differ by a typo from hashtags. */
  misspelt: readonly string[]
  /** The same with those of the hashtags that do; null: none does. */
  withTypos(hashtags: readonly string[]): TermCounts | null
  /** Whether a token of a text matches, or only its first character. */
  fits(token: string): 'whole' | 'first' | undefined
}

/** Maximum words of a query. */
const STEPS = 32

const PIECE = /(-?)(?:"([^"]*)"?|(\S+))/g

/** Words and "phrases" that are all required, `-` for excluded ones, `or` between alternatives. */
export function readQuery(query: string): PostQuery {
  const clauses = clausesOf(query).filter(({ wanted }) => wanted.length > 0)
  const steps = clauses.flatMap(({ wanted }) => wanted.flat())
  const whole = new Set(steps.flatMap(({ whole, parts }) => [whole.replace(/^#/, ''), ...parts]))
  const alone = steps.filter(({ isAlone }) => isAlone).map(step => step.whole)
  return {
    exact: parseTsquery(clauses),
    misspelt: misspeltWords(clauses),
    withTypos: hashtags => parseTsquery(clauses, hashtags),
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
  if (isHashtag(text)) return [{ whole: `#${normalize(hashtagOf(text))}`, parts: [], isAlone: false }]
  const segments = [...segmentsOf(text)].filter(({ isEnd }) => !isEnd)
  return segments.map(({ tokens: [whole = '', ...parts], isLone = false }) => ({ whole, parts, isAlone: isLone }))
}
