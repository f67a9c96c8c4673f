import { createHash } from 'node:crypto'

/** A seeded random source: the same seed gives the same choices. */
export interface Draw {
  /** Both ends included. */
  integer(from: number, to: number): number
  pick<T>(from: readonly T[]): T
  sample<T>(from: readonly T[], count: number): T[]
  shuffle<T>(items: readonly T[]): T[]
  isHeads(): boolean
}

export function drawFrom(seed: string): Draw {
  const next = wordsOf(seed)
  const below = (bound: number) => Math.floor((next() / 2 ** 32) * bound)
  const shuffle = <T>(items: readonly T[]): T[] => {
    const left = [...items]
    for (let at = left.length - 1; at > 0; at--) {
      const other = below(at + 1)
      ;[left[at], left[other]] = [left[other]!, left[at]!]
    }
    return left
  }
  return {
    integer: (from, to) => from + below(to - from + 1),
    pick: from => from[below(from.length)]!,
    sample: (from, count) => {
      const left = [...from]
      const drawn = Math.min(count, left.length)
      for (let at = 0; at < drawn; at++) {
        const other = at + below(left.length - at)
        ;[left[at], left[other]] = [left[other]!, left[at]!]
      }
      return left.slice(0, drawn)
    },
    shuffle,
    isHeads: () => below(2) === 1,
  }
}

/** 32-bit words of sfc32, whose state is the digest of the seed. */
function wordsOf(seed: string): () => number {
  const digest = createHash('sha256').update(seed).digest()
  let [a, b, c, counter] = [0, 4, 8, 12].map(at => digest.readUInt32LE(at)) as [number, number, number, number]
  return () => {
    const word = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + word
    return word >>> 0
  }
}
