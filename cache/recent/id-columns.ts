const WORDS = 4

/** Each byte in hex: formatting numbers takes ten times as long. */
const BYTES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

const high = (word: number) => BYTES[word >>> 24]! + BYTES[(word >>> 16) & 0xff]!
const low = (word: number) => BYTES[(word >>> 8) & 0xff]! + BYTES[word & 0xff]!

/** Ids as 16 bytes each, by slot. */
export class IdColumns {
  private readonly words: Uint32Array

  constructor(count: number) {
    this.words = new Uint32Array(count * WORDS)
  }

  set(slot: number, id: string): void {
    this.words.set(splitId(id), slot * WORDS)
  }

  textAt(slot: number): string {
    const at = slot * WORDS
    const [a, b, c, d] = [this.words[at]!, this.words[at + 1]!, this.words[at + 2]!, this.words[at + 3]!]
    return `${high(a)}${low(a)}-${high(b)}-${low(b)}-${high(c)}-${low(c)}${high(d)}${low(d)}`
  }

  /** Negative if the id in this slot is the smaller one. */
  compare(slot: number, other: number): number {
    const [at, to] = [slot * WORDS, other * WORDS]
    for (let word = 0; word < WORDS; word++) {
      const difference = this.words[at + word]! - this.words[to + word]!
      if (difference !== 0) return difference
    }
    return 0
  }

  compareTo(slot: number, words: readonly number[]): number {
    for (let word = 0; word < WORDS; word++) {
      const difference = this.words[slot * WORDS + word]! - words[word]!
      if (difference !== 0) return difference
    }
    return 0
  }
}

/** Reads the parts at their offsets: removing the hyphens first would allocate another string. */
export function splitId(id: string): number[] {
  const read = (from: number, to: number) => Number.parseInt(id.slice(from, to), 16)
  return [read(0, 8), read(9, 13) * 0x10000 + read(14, 18), read(19, 23) * 0x10000 + read(24, 28), read(28, 36)]
}
