/** Pseudorandom numbers from a seed: the same data on every machine. */
export interface Chance {
  /** From 0 to 1. */
  share(): number
  /** An integer from 0 to below the bound. */
  below(bound: number): number
  /** Like `below`, with low numbers far more frequent: a power law. */
  ranked(bound: number): number
  /** At least `least`, by a power law whose mean is four times that. */
  heavy(least: number): number
  of<Item>(items: readonly Item[]): Item
}

/** The Mulberry32 generator. */
export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0
  function share(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (bound: number) => Math.floor(share() * bound)
  return {
    ...{ share, below },
    ranked: bound => Math.floor(bound * share() ** 2.5),
    heavy: least => least * (1 - share()) ** -0.75,
    of: items => items[below(items.length)]!,
  }
}
