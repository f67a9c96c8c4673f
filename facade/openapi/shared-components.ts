import { isDeepStrictEqual } from 'node:util'
import type { JsonSchema } from '../../tools/core/tool-json-schema.ts'

type Kind = 'parameters' | 'requestBodies' | 'responses' | 'schemas'

/** Components by name, each written once. */
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

/** A reference to `value` as a component with that name, or `value` itself if the name is taken. */
export function shareComponent(shared: SharedComponents, kind: Kind, name: string, value: JsonSchema): JsonSchema {
  shared[kind][name] ??= value
  return isDeepStrictEqual(shared[kind][name], value) ? referTo(kind, name) : value
}
