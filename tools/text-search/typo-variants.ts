const SHORTEST = 4
const LONGEST = 32

/**
 * The word with each of its characters deleted in turn. Two words that share a variant, or of which one is a variant of
 * the other, differ by one typo: a missing, additional or wrong letter, or swapped neighbours.
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
