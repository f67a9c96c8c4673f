import type { Clauses } from './scenario.ts'

/**
 * What each of several similar checks proves, by the part of the title in which they differ; `*` in a name matches
 * anything.
 */
export function clausesBy(table: Readonly<Record<string, Clauses>>): (name: string) => Clauses {
  const rows = Object.entries(table).map(([name, clauses]) => ({ fits: toExpression(name), clauses }))
  return name => {
    const found = Object.hasOwn(table, name) ? table[name] : rows.find(({ fits }) => fits.test(name))?.clauses
    if (!found) throw new Error(`it is not said what "${name}" proves`)
    return found
  }
}

function toExpression(name: string): RegExp {
  const parts = name.split('*').map(part => part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`, 's')
}
