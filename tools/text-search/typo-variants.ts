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
