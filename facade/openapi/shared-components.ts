import { isDeepStrictEqual } from 'node:util'
import type { JsonSchema } from '../../tools/core/tool-json-schema.ts'

type Kind = 'parameters' | 'requestBodies' | 'responses' | 'schemas'

/** What stands in the document once, by its name. */
export type SharedComponents = Record<Kind, JsonSchema>

export const createSharedComponents = (): SharedComponents => ({
  schemas: {},
  parameters: {},
  requestBodies: {},
  responses: {},
})

export const referTo = (kind: Kind | 'headers', name: string): JsonSchema => ({
  $ref: `#/components/${kind}/${name}`,
})

/** A reference to `value` as a component of that name, or `value` where the name means another. */
export function shareComponent(shared: SharedComponents, kind: Kind, name: string, value: JsonSchema): JsonSchema {
  shared[kind][name] ??= value
  return isDeepStrictEqual(shared[kind][name], value) ? referTo(kind, name) : value
}
