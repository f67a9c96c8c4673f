import leven from 'leven'

/** The name that the fewest edits make of a text; `undefined` where none is near. */
export function nearest(text: string, names: readonly string[]): string | undefined {
  if (text.length > 64) return undefined
  const near = names
    .map(name => ({ name, edits: leven(text.toLowerCase(), name) }))
    .filter(({ name, edits }) => edits <= Math.ceil(Math.max(text.length, name.length) / 2))
  return near.sort((a, b) => a.edits - b.edits)[0]?.name
}
