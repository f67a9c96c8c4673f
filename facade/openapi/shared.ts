import { isDeepStrictEqual } from 'node:util'
import type { Json } from '../../tools/kernel/json-schema.ts'

type Kind = 'parameters' | 'requestBodies' | 'responses' | 'schemas'

/** What stands in the document once, by its name. */
export type Shared = Record<Kind, Json>

export const openShared = (): Shared => ({ schemas: {}, parameters: {}, requestBodies: {}, responses: {} })

export const referTo = (kind: Kind | 'headers', name: string): Json => ({
  $ref: `#/components/${kind}/${name}`,
})

/** A reference to `value` as a component of that name, or `value` where the name means another. */
export function share(shared: Shared, kind: Kind, name: string, value: Json): Json {
  shared[kind][name] ??= value
  return isDeepStrictEqual(shared[kind][name], value) ? referTo(kind, name) : value
}
