import { readTable } from './tables.ts'

type Tabled = { name: string; fits: RegExp }

const parametersIn = (path: string): number => path.split('{').length

let tabled: Tabled[] | undefined

/** If several match a path, the most literal comes first. */
function readRoutes(): Tabled[] {
  tabled ??= readTable('routes')
    .toSorted((a, b) => parametersIn(a.path ?? '') - parametersIn(b.path ?? ''))
    .map(({ method = '', path = '' }) => ({ name: `${method} ${path}`, fits: expressionOf(`${method} ${path}`) }))
  return tabled
}

/** The protocol routes that were requested, as `GET /path`, without duplicates. */
export function routesOf(asked: Iterable<string>): string[] {
  const found = [...asked].map(one => readRoutes().find(({ fits }) => fits.test(one))?.name)
  return [...new Set(found.filter(name => name !== undefined))].sort()
}

/** Of a route such as `GET /path/{parameter}`. */
export const expressionOf = (name: string): RegExp =>
  new RegExp(`^${name.replace(/[.+]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')}$`)
