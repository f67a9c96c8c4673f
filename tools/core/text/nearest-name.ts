import leven from 'leven'

/** The name that the fewest edits make of a text; `undefined` where none is near. */
export const nearest = (text: string, names: readonly string[]): string | undefined =>
  nearestOf(text, names, { count: 1, share: 1 / 2 })[0]

/** Up to `count` of the names that edits of no more than that share of the longer one make of a text, nearest first. */
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
