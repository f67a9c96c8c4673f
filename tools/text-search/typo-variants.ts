const SHORTEST = 4
const LONGEST = 32

/**
 * The word without each of its characters in turn. Two words that share one of these, or of which one is among those of
 * the other, differ by a typo: a letter that is missing, added, another one, or changed places with its neighbour.
 */
export function typoVariants(word: string): string[] {
  const letters = [...word]
  if (letters.length < SHORTEST || letters.length > LONGEST) return []
  return [...new Set(letters.map((_, index) => letters.toSpliced(index, 1).join('')))]
}

/** Whether two words differ by one typo, or not at all. */
export function differByTypo(one: string, other: string): boolean {
  const variants = new Set([one, ...typoVariants(one)])
  return variants.has(other) || typoVariants(other).some(typo => variants.has(typo))
}
