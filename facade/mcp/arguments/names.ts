import type { Mend } from './mends.ts'
import { letters } from './spellings.ts'

type Members = Record<string, unknown>

/** No name of ours is as long. */
export const NAME_CHARACTERS = 64

/** Members under the names that they have here, where they stand under another spelling of one that is not given. */
export function underKnownNames(
  names: readonly string[],
  given: Members,
  at: string,
): { value: Members; mends: readonly Mend[] } {
  const strange = Object.keys(given).filter(name => !names.includes(name) && name.length <= NAME_CHARACTERS)
  if (strange.length === 0) return { value: given, mends: [] }
  const meant = new Map(strange.map(name => [name, nameAmong(names, name)]))
  const isOnly = (name: string) =>
    !Object.hasOwn(given, name) && [...meant.values()].filter(other => other === name).length === 1
  const own = (name: string) => {
    const known = meant.get(name)
    return known !== undefined && isOnly(known) ? known : name
  }
  const mends = strange
    .filter(name => own(name) !== name)
    .map((name): Mend => ({ path: `${at}/${own(name)}`, kind: 'name' }))
  if (mends.length === 0) return { value: given, mends }
  return { value: Object.fromEntries(Object.entries(given).map(([name, member]) => [own(name), member])), mends }
}

function nameAmong(names: readonly string[], name: string): string | undefined {
  const found = names.filter(known => letters(known) === letters(name))
  return found.length === 1 ? found[0] : undefined
}
