const WORDS = 4

/** Ids as 16 bytes each, by place. */
export class PackedIds {
  private readonly words: Uint32Array

  constructor(count: number) {
    this.words = new Uint32Array(count * WORDS)
  }

  set(place: number, id: string): void {
    this.words.set(wordsOf(id), place * WORDS)
  }

  textAt(place: number): string {
    const hex = this.hex(place, 0) + this.hex(place, 1) + this.hex(place, 2) + this.hex(place, 3)
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
  }

  private hex(place: number, word: number): string {
    return this.words[place * WORDS + word]!.toString(16).padStart(8, '0')
  }

  /** Below 0: the id at this place is the smaller one. */
  compare(place: number, other: number): number {
    const [at, to] = [place * WORDS, other * WORDS]
    for (let word = 0; word < WORDS; word++) {
      const difference = this.words[at + word]! - this.words[to + word]!
      if (difference !== 0) return difference
    }
    return 0
  }

  compareTo(place: number, words: readonly number[]): number {
    for (let word = 0; word < WORDS; word++) {
      const difference = this.words[place * WORDS + word]! - words[word]!
      if (difference !== 0) return difference
    }
    return 0
  }
}

export function wordsOf(id: string): number[] {
  const hex = id.replaceAll('-', '')
  return [0, 8, 16, 24].map(at => Number.parseInt(hex.slice(at, at + 8), 16))
}
