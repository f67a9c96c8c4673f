/** All orders in which some things can stand. */
export function* arrangementsOf<T>(things: readonly T[]): Generator<T[]> {
  if (things.length === 0) yield []
  for (const [at, first] of things.entries()) {
    for (const others of arrangementsOf(things.toSpliced(at, 1))) yield [first, ...others]
  }
}
