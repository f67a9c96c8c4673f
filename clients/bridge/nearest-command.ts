/** The similar known word that needs the fewest edits; `undefined` if none is similar. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const ranked = known.map(name => ({ name, edits: editDistance(word, name) })).sort((a, b) => a.edits - b.edits)
  return ranked.find(({ name, edits }) => edits <= Math.max(1, Math.floor(name.length / 3)))?.name
}

/** Levenshtein distance, one row at a time. */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [index, character] of [...one].entries()) {
    const next = [index + 1]
    for (let at = 1; at < row.length; at++) {
      const replaced = row[at - 1]! + (character === other[at - 1] ? 0 : 1)
      next.push(Math.min(replaced, row[at]! + 1, next[at - 1]! + 1))
    }
    row = next
  }
  return row.at(-1)!
}
