import { normalize } from './normalize.ts'

/** Words are truncated to this length. */
export const TOKEN_CHARACTERS = 64

/** Scripts without spaces between words, and Hangul, whose particles attach to words. */
const DENSE = `${['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map(script => `\\p{Script=${script}}`)
  .join('')}ーｰ\\u3099\\u309A\\uFF9E\\uFF9F`

const LETTER = `[[\\p{L}\\p{N}\\p{M}]--[${DENSE}]]`

/** A word with the characters that join identifiers; `+` and `#` belong to `c++` and `c#`. */
const WORD = `${LETTER}+(?:[._]+${LETTER}+)*(?:(?:\\+\\+|#)(?![\\p{L}\\p{N}]))?`

/** A flag or another emoji, regardless of skin tone and joined emoji. */
const EMOJI = '(\\p{RI}\\p{RI}|\\p{ExtPict})[\\uFE0E\\uFE0F\\u200D\\p{EMod}]*'

/** A run of a dense script, an emoji, or a word. */
const SEGMENT = new RegExp(`([${DENSE}]+)|${EMOJI}|${WORD}`, 'gv')

const PARTS = /[._]+|(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u

/** A position of a text with its `tokens`. */
export interface TextSegment {
  /** Normalized; all at the same position: an identifier and its parts. */
  tokens: string[]
  /** In UTF-16 units. */
  start: number
  end: number
  /** Part of a run of a dense script. */
  isDense?: true
  /** A run of one character. */
  isLone?: true
  /** The last character of a longer run: at the position of the preceding bigram. */
  isEnd?: true
}

/** The words of a text in order; runs of dense scripts as bigrams, and their last character alone. */
export function* segmentsOf(text: string): Generator<TextSegment> {
  for (const match of text.matchAll(SEGMENT)) {
    const [found, dense, emoji] = match
    const start = match.index
    if (dense !== undefined) yield* pairsOf(dense, start)
    else {
      const tokens = tokensOf(emoji ?? found)
      if (tokens.length > 0) yield { tokens, start, end: start + found.length }
    }
  }
}

const cut = (word: string) => (word.length > TOKEN_CHARACTERS ? word.slice(0, TOKEN_CHARACTERS).toWellFormed() : word)

/** Fast path for most words. */
const PLAIN = /^[A-Z]?[a-z]+$|^[A-Z0-9]+$/
const JOINED = /[._+#]/

function tokensOf(word: string): string[] {
  if (PLAIN.test(word)) return [cut(word.toLowerCase())]
  const whole = cut(normalize(word))
  // Longer ones are data, not identifiers.
  const isOne = word.length > TOKEN_CHARACTERS || (word === word.toLowerCase() && !JOINED.test(word))
  if (isOne) return whole === '' ? [] : [whole]
  const parts = word.replace(/[+#]+$/, '').split(PARTS)
  return [...new Set([whole, ...parts.map(part => cut(normalize(part)))])].filter(token => token !== '')
}

function* pairsOf(run: string, start: number): Generator<TextSegment> {
  // If normalization does not change the whole, it does not change its parts.
  const fold = normalize(run) === run ? (pair: string) => pair : normalize
  for (let at = 0; at < run.length; ) {
    const next = at + lengthAt(run, at)
    const end = next < run.length ? next + lengthAt(run, next) : next
    const token = fold(run.slice(at, end))
    const kind = next < run.length ? {} : at === 0 ? { isLone: true as const } : { isEnd: true as const }
    if (token !== '') yield { tokens: [token], start: start + at, end: start + end, isDense: true, ...kind }
    at = next
  }
}

/** The UTF-16 length of the character there. */
export const lengthAt = (text: string, at: number): number => (text.codePointAt(at)! > 0xffff ? 2 : 1)
