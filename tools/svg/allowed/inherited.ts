import { wordSet } from './elements.ts'

/** What elements have from those around them, by property. */
export type InheritedContext = Readonly<Record<string, string>>

export const NO_CONTEXT: InheritedContext = Object.freeze(Object.create(null))

const INHERITED = wordSet(`clip-rule color direction dominant-baseline fill fill-opacity fill-rule font-family font-size
  font-stretch font-style font-variant font-weight letter-spacing paint-order shape-rendering stroke stroke-dasharray
  stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-anchor text-rendering
  visibility word-spacing`)
/** The same wherever it is said. */
const ABSOLUTE =
  /^(?!(?:larger|smaller|bolder|lighter|inherit|initial|unset|revert|currentcolor)$)(?:[a-z-]+|#[0-9a-f]+|[\d.]+(?:px)?)$/i

/**
 * Drops of what sheets set that which an element has from around it anyway: a rule about all elements would be stored with
 * each. What may be drawn elsewhere, by its id, keeps all.
 */
export function dropRepeated(attributes: Map<string, string>, set: Iterable<string>, around: InheritedContext): void {
  if (attributes.has('id')) return
  for (const property of set) {
    const value = attributes.get(property)
    if (value === undefined || value !== around[property]) continue
    if (INHERITED.has(property) && (property === 'font-family' || ABSOLUTE.test(value))) attributes.delete(property)
  }
}

/** What is around those that an element holds. */
export function contextWithin(attributes: ReadonlyMap<string, string>, around: InheritedContext): InheritedContext {
  let within: Record<string, string> | undefined
  for (const [name, value] of attributes) {
    if (!INHERITED.has(name)) continue
    within ??= Object.create(around) as Record<string, string>
    within[name] = value
  }
  return within ?? around
}
