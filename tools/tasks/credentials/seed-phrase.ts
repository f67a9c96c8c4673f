import { hash } from 'node:crypto'
import { wordlist } from '@scure/bip39/wordlists/english.js'

const PLACES: ReadonlyMap<string, number> = new Map(wordlist.map((word, place) => [word, place]))
const BITS_OF_WORD = 11
const LENGTHS = [12, 24]

/**
 * Whether a text has 12 or 24 consecutive BIP 39 words with a valid checksum, ignoring numbers and commas between them.
 */
export function hasSeedPhrase(text: string): boolean {
  let run: number[] = []
  for (const [word] of text.toLowerCase().matchAll(/\p{L}+/gu)) {
    const place = PLACES.get(word)
    if (place === undefined) {
      run = []
      continue
    }
    run.push(place)
    if (LENGTHS.some(length => run.length >= length && isChecked(run.slice(-length)))) return true
    if (run.length > 64) run = run.slice(-24)
  }
  return false
}

/** One bit in 33 belongs to the checksum, which is a prefix of the digest of the others. */
function isChecked(places: readonly number[]): boolean {
  const bytes: number[] = []
  let [rest, bits] = [0, 0]
  for (const place of places) {
    rest = (rest << BITS_OF_WORD) | place
    for (bits += BITS_OF_WORD; bits >= 8; bits -= 8) bytes.push((rest >> (bits - 8)) & 0xff)
    rest &= 0xff
  }
  const sumBits = places.length / 3
  const sum = sumBits === 8 ? bytes.pop()! : rest & 0xf
  const digest = hash('sha256', Uint8Array.from(bytes), 'buffer')
  return digest[0]! >> (8 - sumBits) === sum
}
