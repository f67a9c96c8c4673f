import type { Data } from '../../clients/http.ts'

/** All nodes of a schema: itself, and those of its members and items. */
export function nodesOf(schema: Data): Data[] {
  const { properties = {}, items } = schema as { properties?: Record<string, Data>; items?: Data }
  const inner = [...Object.values(properties), ...(items === undefined ? [] : [items])]
  return [schema, ...inner.flatMap(nodesOf)]
}

export const membersOf = (schema: Data): string[] => nodesOf(schema).flatMap(({ properties }) => Object.keys((properties ?? {}) as Data))

/** Replaces each text, number and list of a value; `undefined` leaves one unchanged. */
type Change = (value: unknown) => unknown

export function changed(value: unknown, schema: Data, change: Change): unknown {
  const other = change(value)
  if (other !== undefined) return other
  if (Array.isArray(value)) return value.map(item => changed(item, schema.items as Data, change))
  if (value === null || typeof value !== 'object') return value
  const properties = schema.properties as Record<string, Data>
  return Object.fromEntries(Object.entries(value).map(([member, inner]) => [member, changed(inner, properties[member]!, change)]))
}

export const loudly: Change = value => (typeof value === 'string' ? ` ${value.toUpperCase().normalize('NFD')}\n` : undefined)

export const inDigits: Change = value => (typeof value === 'number' ? String(value) : undefined)

export const turned: Change = value => (Array.isArray(value) ? value.toReversed() : undefined)
