import anyAscii from 'any-ascii'
import type { SoughtWord } from '../../storage/discovery/search.ts'

/** Nobody searches by more of a word, or by more words. */
const WORD_CHARACTERS = 64
const SOUGHT_WORDS = 16

/** NFKC, transliterated, lower case: how names and queries of any script and case compare. */
export const fold = (text: string): string => anyAscii(text.normalize('NFKC')).toLowerCase()

const cut = (word: string): string => word.slice(0, WORD_CHARACTERS)

const wordsOf = (text: string): string[] => (fold(text).match(/[a-z0-9]+/g) ?? []).map(cut)

/** The words that an agent is found by, each once; what writes a name writes them with it. */
export const searchWords = ({ name, handle }: { name: string; handle: string }): string[] => [
  ...new Set([...wordsOf(name), ...wordsOf(handle)]),
]

/**
 * The words of a query: one before punctuation is sought as it is, so that `ad%` and `ad_` do not find ada, others as
 * beginnings. What another word begins with is left out, since what has that one has it too.
 */
export function soughtWords(query: string): SoughtWord[] {
  const sought = new Map<string, SoughtWord>()
  for (const [, letters = '', punctuation] of fold(query).matchAll(/([a-z0-9]+)([^a-z0-9\s])?/g)) {
    const word = cut(letters)
    const isWhole = punctuation !== undefined || (sought.get(word)?.isWhole ?? false)
    sought.set(word, { word, isWhole })
  }
  const words = [...sought.values()]
  const isNeeded = ({ word, isWhole }: SoughtWord) =>
    isWhole || !words.some(other => other.word !== word && other.word.startsWith(word))
  return words.filter(isNeeded).slice(0, SOUGHT_WORDS)
}
