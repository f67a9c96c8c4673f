import anyAscii from 'any-ascii'
import type { NameSearch } from '../../storage/search/name-search.ts'
import { segmentsOf, TOKEN_CHARACTERS } from '../text-search/segment-tokens.ts'
import { typoVariants } from '../text-search/typo-variants.ts'

/** Maximum words of a query. */
const MAX_QUERY_WORDS = 16
/** Maximum words that are matched with typos. */
const MAX_MISSPELT_WORDS = 4

/** NFKC, transliteration and lower case: makes names and queries of any script comparable. */
export const foldTerms = (text: string): string => anyAscii(text.normalize('NFKC')).toLowerCase()

const cut = (word: string): string => word.slice(0, TOKEN_CHARACTERS)

export const tokensOf = (text: string): string[] => (foldTerms(text).match(/[a-z0-9]+/g) ?? []).map(cut)

/** Prefix of tokens from interests, which match only while these are public. */
const INTEREST = '='
/** Prefix of typo variants. */
const TYPO = '~'

/** Tokens for parts of names: bigrams in scripts without spaces, and the parts of `DataBot`. */
const partsOf = (text: string): string[] =>
  [...segmentsOf(text)].flatMap(({ tokens, isDense }) => (isDense || tokens.length > 1 ? tokens : []))

const withTypos = (tokens: readonly string[]): string[] => [
  ...tokens,
  ...tokens.flatMap(word => typoVariants(word).map(typo => TYPO + typo)),
]

/** The tokens of an agent's or space's names, without duplicates. */
export function nameTokens(...texts: readonly string[]): string[] {
  return [...new Set([...withTypos(texts.flatMap(tokensOf)), ...texts.flatMap(partsOf)])].filter(isPlain)
}

/** Quotes a term for a tsquery. */
const isPlain = (word: string) => word !== '' && !/['\\]/.test(word)

/** The tokens of an agent's search index, without duplicates; whoever writes its name or interests writes these too. */
export const agentSearchTokens = ({
  name,
  handle,
  interests,
}: {
  name: string
  handle: string
  interests: readonly string[]
}) => [
  ...nameTokens(name, handle),
  ...new Set(
    withTypos(interests.flatMap(tag => [...tokensOf(tag), cut(tag.replaceAll('-', ''))])).map(word => INTEREST + word),
  ),
]

interface QueryWord {
  word: string
  isWhole: boolean
}

/**
 * Parses the words of a query: one directly followed by punctuation matches whole words only, so that `ad%` and `ad_`
 * do not find ada; others match prefixes. A word that is a prefix of another one is dropped as redundant.
 */
export function nameQueryTokens(query: string): QueryWord[] {
  const byText = new Map<string, QueryWord>()
  for (const [, letters = '', punctuation] of foldTerms(query).matchAll(/([a-z0-9]+)([^a-z0-9\s])?/g)) {
    const word = cut(letters)
    const isWhole = punctuation !== undefined || (byText.get(word)?.isWhole ?? false)
    byText.set(word, { word, isWhole })
  }
  const tokens = [...byText.values()]
  const isNeeded = ({ word, isWhole }: QueryWord) =>
    isWhole || !tokens.some(other => other.word !== word && other.word.startsWith(word))
  return tokens.filter(isNeeded).slice(0, MAX_QUERY_WORDS)
}

/** The search query for agents or spaces. */
export function readNameQuery(query: string): Omit<NameSearch, 'viewer'> {
  const tokens = nameQueryTokens(query)
  const handle = foldTerms(query).trim().replace(/^@/, '')
  const dense = denseQuery(query)
  const joined = (alternatives: (word: QueryWord, index: number) => string[]) =>
    anyOf([tokens.map((word, index) => `(${alternatives(word, index).join(' | ')})`).join(' & '), dense])
  const named = ({ word, isWhole }: QueryWord) => [prefixQuery(word, isWhole)]
  const both = ({ word, isWhole }: QueryWord) => [prefixQuery(word, isWhole), prefixQuery(INTEREST + word, isWhole)]
  const typos = ({ word, isWhole }: QueryWord, index: number) =>
    isWhole || index >= MAX_MISSPELT_WORDS ? [] : typosOf(word)
  const exactly = (word: string) => prefixQuery(word, true)
  return {
    handle: handle || null,
    names: joined(named),
    all: joined(both),
    misspelt: {
      names: joined((word, at) => [...named(word), ...typos(word, at).map(exactly)]),
      all: joined((word, at) => [
        ...both(word),
        ...typos(word, at).flatMap(typo => [exactly(typo), exactly(INTEREST + typo)]),
      ]),
    },
  }
}

const prefixQuery = (word: string, isWhole: boolean) => (isWhole ? `'${word}'` : `'${word}':*`)

function typosOf(word: string): string[] {
  const lost = typoVariants(word)
  return lost.length === 0 ? [] : [TYPO + word, ...lost.flatMap(typo => [typo, TYPO + typo])]
}

const anyOf = (queries: readonly string[]): string | null =>
  queries
    .filter(one => one !== '')
    .map(one => `(${one})`)
    .join(' | ') || null

/** If a part of the query is in a script without spaces: its bigrams, and the prefixes of its other words. */
function denseQuery(query: string): string {
  const segments = [...segmentsOf(query)].filter(({ isEnd }) => !isEnd).slice(0, MAX_QUERY_WORDS)
  if (!segments.some(({ isDense }) => isDense)) return ''
  const parts = segments.flatMap(({ tokens: [token = ''], isDense, isLone }) =>
    isDense ? [prefixQuery(token, !isLone)] : tokensOf(token).map(word => prefixQuery(word, false)),
  )
  return parts.join(' & ')
}
