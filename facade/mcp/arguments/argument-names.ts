import { lettersOf } from './coerce-value.ts'
import type { Coercion } from './coercions.ts'

type Members = Record<string, unknown>

/** Longer than any of our names. */
export const ARGUMENT_NAME_CHARACTERS = 64

/** Renames members with another spelling of one of our names, if that one is not present itself. */
export function toKnownNames(
  names: readonly string[],
  given: Members,
  at: string,
): { value: Members; coercions: readonly Coercion[] } {
  const strange = Object.keys(given).filter(name => !names.includes(name) && name.length <= ARGUMENT_NAME_CHARACTERS)
  if (strange.length === 0) return { value: given, coercions: [] }
  const meant = new Map(strange.map(name => [name, nameAmong(names, name)]))
  const isOnly = (name: string) =>
    !Object.hasOwn(given, name) && [...meant.values()].filter(other => other === name).length === 1
  const own = (name: string) => {
    const known = meant.get(name)
    return known !== undefined && isOnly(known) ? known : name
  }
  const coercions = strange
    .filter(name => own(name) !== name)
    .map((name): Coercion => ({ path: `${at}/${own(name)}`, kind: 'name' }))
  if (coercions.length === 0) return { value: given, coercions }
  return { value: Object.fromEntries(Object.entries(given).map(([name, member]) => [own(name), member])), coercions }
}

function nameAmong(names: readonly string[], name: string): string | undefined {
  const found = names.filter(known => lettersOf(known) === lettersOf(name))
  return found.length === 1 ? found[0] : undefined
}
