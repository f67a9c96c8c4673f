import { normalize } from './normalize.ts'
import { segmentsOf } from './segment-tokens.ts'

/** PostgreSQL stores positions up to 16,383: beyond, they start over, so that phrases are found there too. */
const MAX_POSITION = 16_000
/** Positions per word; PostgreSQL stores 255. */
const MAX_POSITIONS = 64

const VERSION = /^v(\p{N}+)$/u

export interface IndexedText {
  /** The texts of the post: no phrase spans two of them. */
  texts: readonly string[]
  hashtags: readonly string[]
  /** Tokens for properties of the post. */
  marks: readonly string[]
}

/** The tsvector text of a post: `#tag` for its hashtags. */
export function postVector({ texts, hashtags, marks }: IndexedText): string {
  const tags = [...new Set(hashtags.map(normalize))]
  const { positions, alone } = tokenPositionsOf(texts)
  const weighed = (token: string, at: readonly number[]) =>
    (tags.includes(token) ? at.map(one => `${one}A`) : at).join()
  return [
    ...[...positions].map(([token, at]) => `'${token}':${weighed(token, at)}`),
    ...tags.map(tag => quoted(`#${tag}`)),
    ...[...alone].filter(character => !positions.has(character)).map(quoted),
    ...marks.map(quoted),
  ].join(' ')
}

const quoted = (token: string) => `'${token}'`

interface TokenPositions {
  positions: Map<string, number[]>
  /** Single characters of dense scripts, which do not occur in phrases. */
  alone: Set<string>
}

function tokenPositionsOf(texts: readonly string[]): TokenPositions {
  const positions = new Map<string, number[]>()
  const alone = new Set<string>()
  let position = 0
  for (const text of texts) {
    for (const { tokens, isDense, isEnd } of segmentsOf(text)) {
      if (!isEnd) position++
      for (const token of tokens.length > 1 ? withNumbers(tokens) : tokens) addPosition(positions, token, position)
      if (isDense) for (const character of tokens[0]!) alone.add(character)
    }
    position++
  }
  return { positions, alone }
}

/** `2.1` is a part of `v2.1`, like `v2`. */
const withNumbers = (tokens: readonly string[]) =>
  new Set([...tokens, ...tokens.flatMap(token => VERSION.exec(token)?.[1] ?? [])])

function addPosition(positions: Map<string, number[]>, token: string, position: number): void {
  const at = positions.get(token)
  if (!at) positions.set(token, [(position % MAX_POSITION) + 1])
  else if (at.length < MAX_POSITIONS) at.push((position % MAX_POSITION) + 1)
}
