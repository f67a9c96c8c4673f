import type { SoughtWords } from '../../storage/search/posts.ts'
import { lettersLost } from '../words/typos.ts'

/** What stands at one place: the token `whole`, or all `parts` of an identifier. */
interface Step {
  whole: string
  parts: readonly string[]
  /** One character of a dense script, which pairs hold. */
  isAlone: boolean
}

/** Steps that stand one after the other. */
export type Term = readonly Step[]

/** Terms that all must be there, and those that must not. */
export interface Clause {
  wanted: Term[]
  unwanted: Term[]
}

/** The tsqueries of clauses any of which suffices; `null`: there is none. */
export function soughtWords(clauses: readonly Clause[], spelling: 'as spelt' | 'with typos'): SoughtWords | null {
  if (clauses.length === 0) return null
  const typos = spelling === 'as spelt' ? () => [] : typosOf
  const words = ({ wanted, unwanted }: Clause) => [
    ...wanted.map(term => anyOf([termWords(term), ...typos(term)])),
    // Its words may be there, elsewhere.
    ...unwanted.filter(term => !hasPlaces(term)).map(term => `!${termWords(term)}`),
  ]
  const places = ({ wanted, unwanted }: Clause) => [
    ...wanted.map(term => anyOf([termPlaces(term), ...typos(term)])),
    ...unwanted.map(term => `!${termPlaces(term)}`),
  ]
  const isPlaced = clauses.some(({ wanted, unwanted }) => [...wanted, ...unwanted].some(hasPlaces))
  return {
    words: anyOf(clauses.map(clause => allOf(words(clause)))),
    places: isPlaced ? anyOf(clauses.map(clause => allOf(places(clause)))) : null,
    ranked: rankedBy(clauses),
  }
}

const quoted = (token: string) => `'${token}'`
const allOf = (queries: readonly string[]) => `(${queries.join(' & ')})`
const anyOf = (queries: readonly string[]) => `(${queries.join(' | ')})`

const hasPlaces = (term: Term) => term.length > 1 || term.some(({ parts }) => parts.length > 0)

const termWords = (term: Term): string =>
  allOf(
    term.map(({ whole, parts }) => (parts.length === 0 ? quoted(whole) : anyOf([quoted(whole), partsQuery(parts)]))),
  )

const partsQuery = (parts: readonly string[]) => allOf(parts.map(quoted))

const termPlaces = (term: Term): string => `(${term.map(step => stepPlaces(step, term.length > 1)).join(' <-> ')})`

function stepPlaces({ whole, parts, isAlone }: Step, isPhrase: boolean): string {
  // Alone it has no place; in a phrase stands what begins with it.
  if (isAlone && isPhrase) return `${quoted(whole)}:*`
  return parts.length === 0 ? quoted(whole) : anyOf([quoted(whole), parts.map(quoted).join(' <0> ')])
}

/** What hashtags of the posts sought may say instead. */
function typosOf(term: Term): string[] {
  const [step] = term
  if (!step || hasPlaces(term)) return []
  const word = step.whole.replace(/^#/, '')
  const lost = lettersLost(word)
  return lost.length === 0 ? [] : [`~${word}`, ...lost.flatMap(typo => [`#${typo}`, `~${typo}`])].map(quoted)
}

/** PostgreSQL compares each place of a word with each of the others'. */
const NEAR_WORDS = 3

/** By how often words stand there, and a few of them by how near to each other. */
function rankedBy(clauses: readonly Clause[]): string {
  const terms = clauses.flatMap(({ wanted }) => wanted)
  const tokens = new Set(terms.flat().flatMap(({ whole, parts }) => [whole, ...parts]))
  const isNear = clauses.length === 1 && tokens.size <= NEAR_WORDS && !terms.some(hasPlaces)
  return [...tokens].map(quoted).join(isNear ? ' & ' : ' | ')
}
