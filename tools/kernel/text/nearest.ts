/** The name that the fewest edits make of a text; `undefined` where none is near. */
export function nearest(text: string, names: readonly string[]): string | undefined {
  if (text.length > 64) return undefined
  const near = names
    .map(name => ({ name, edits: countEdits(text.toLowerCase(), name) }))
    .filter(({ name, edits }) => edits <= Math.ceil(Math.max(text.length, name.length) / 2))
  return near.sort((a, b) => a.edits - b.edits)[0]?.name
}

/** Insertions, deletions and replacements between two texts (Levenshtein). */
function countEdits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [i, character] of [...from].entries()) {
    const next = [i + 1]
    for (let j = 0; j < to.length; j++) {
      next.push(Math.min(next[j]! + 1, row[j + 1]! + 1, row[j]! + (character === to[j] ? 0 : 1)))
    }
    row = next
  }
  return row[to.length]!
}
