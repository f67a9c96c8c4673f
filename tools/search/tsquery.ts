import type { TermCounts } from '../../storage/search/scan-budget.ts'
import { differByTypo, typoVariants } from '../text-search/typo-variants.ts'

/** Alternatives at one position: the token `whole`, or all `parts` of an identifier. */
interface Step {
  whole: string
  parts: readonly string[]
  /** A single character of a dense script, which is part of bigrams. */
  isAlone: boolean
}

/** Consecutive positions. */
export type Term = readonly Step[]

/** Required and excluded terms. */
export interface Clause {
  wanted: Term[]
  unwanted: Term[]
}

/**
 * The tsqueries of clauses any of which suffices; `null`: there is none. With hashtags that differ from words by a typo, posts
 * that have one of these are found too; `null` where none differs so.
 */
export function parseTsquery(clauses: readonly Clause[], hashtags?: readonly string[]): TermCounts | null {
  const typos = (term: Term) => (hashtags ? typosOf(term, hashtags) : [])
  const wanted = clauses.flatMap(clause => clause.wanted)
  if (wanted.length === 0 || (hashtags && wanted.every(term => typos(term).length === 0))) return null
  const wantedWords = (term: Term) => anyOf([termWords(term), ...typos(term)])
  const wordTerms = (clause: Clause) => [
    ...clause.wanted.map(wantedWords),
    // Its words may occur elsewhere.
    ...clause.unwanted.filter(term => !hasPositions(term)).map(term => `!${termWords(term)}`),
  ]
  const positionTerms = (clause: Clause) => [
    ...clause.wanted.map(term => anyOf([termPositions(term), ...typos(term)])),
    ...clause.unwanted.map(term => `!${termPositions(term)}`),
  ]
  const isPlaced = clauses.some(clause => [...clause.wanted, ...clause.unwanted].some(hasPositions))
  return {
    words: anyOf(clauses.map(clause => allOf(wordTerms(clause)))),
    places: isPlaced ? anyOf(clauses.map(clause => allOf(positionTerms(clause)))) : null,
    ranked: rankedBy(clauses),
    needed: clauses.map(clause =>
      clause.wanted.flatMap(term => (term.length > 1 ? term.map(stepWords) : wantedWords(term))),
    ),
  }
}

/** Of one word: more hashtags that are alike are made to be found by each other. */
const MOST_TYPOS = 64

const quoted = (token: string) => `'${token}'`
const allOf = (queries: readonly string[]) => `(${queries.join(' & ')})`
const anyOf = (queries: readonly string[]) => `(${queries.join(' | ')})`

const hasPositions = (term: Term) => term.length > 1 || term.some(({ parts }) => parts.length > 0)

const stepWords = ({ whole, parts }: Step): string =>
  parts.length === 0 ? quoted(whole) : anyOf([quoted(whole), allOf(parts.map(quoted))])

const termWords = (term: Term): string => allOf(term.map(stepWords))

const termPositions = (term: Term): string =>
  `(${term.map(step => stepPositions(step, term.length > 1)).join(' <-> ')})`

function stepPositions({ whole, parts, isAlone }: Step, isPhrase: boolean): string {
  // A single character has no position; in a phrase it matches tokens that start with it.
  if (isAlone && isPhrase) return `${quoted(whole)}:*`
  return parts.length === 0 ? quoted(whole) : anyOf([quoted(whole), parts.map(quoted).join(' <0> ')])
}

/** Words of the clauses that a hashtag may be sought by in spite of a typo. */
export const misspeltWords = (clauses: readonly Clause[]): string[] =>
  clauses.flatMap(({ wanted }) => wanted.flatMap(term => misspeltWord(term) ?? []))

function misspeltWord(term: Term): string | undefined {
  const [step] = term
  const word = step && !hasPositions(term) ? step.whole.replace(/^#/, '') : ''
  return typoVariants(word).length > 0 ? word : undefined
}

/** Of those hashtags, what the posts sought may have instead. */
function typosOf(term: Term, hashtags: readonly string[]): string[] {
  const word = misspeltWord(term)
  if (word === undefined) return []
  const near = hashtags.filter(tag => tag !== word && differByTypo(tag, word))
  return near.slice(0, MOST_TYPOS).map(tag => quoted(`#${tag}`))
}

/** PostgreSQL compares all positions of a word with all positions of the others. */
const NEAR_WORDS = 3

/** By frequency, and for few words also by distance. */
function rankedBy(clauses: readonly Clause[]): string {
  const terms = clauses.flatMap(({ wanted }) => wanted)
  const tokens = new Set(terms.flat().flatMap(({ whole, parts }) => [whole, ...parts]))
  const isNear = clauses.length === 1 && tokens.size <= NEAR_WORDS && !terms.some(hasPositions)
  return [...tokens].map(quoted).join(isNear ? ' & ' : ' | ')
}
