import leven from 'leven'

/** The name with the smallest edit distance to a text; `undefined` if none is similar. */
export const nearest = (text: string, names: readonly string[]): string | undefined =>
  nearestOf(text, names, { count: 1, share: 1 / 2 })[0]

/** Up to `count` names whose edit distance to a text is at most that share of the longer one, nearest first. */
export function nearestOf(
  text: string,
  names: readonly string[],
  { count, share }: { count: number; share: number },
): string[] {
  if (text.length > 64) return []
  return names
    .map(name => ({ name, edits: leven(text.toLowerCase(), name) }))
    .filter(({ name, edits }) => edits <= Math.ceil(Math.max(text.length, name.length) * share))
    .sort((a, b) => a.edits - b.edits)
    .slice(0, count)
    .map(({ name }) => name)
}
