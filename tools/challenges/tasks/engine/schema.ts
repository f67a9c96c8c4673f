import type { Json } from './json.ts'

/** The subset of JSON Schema that describes answers. */
export type Schema =
  | { type: 'string' }
  | { type: 'integer' }
  | { type: 'array'; items: Schema }
  | { type: 'object'; properties: Record<string, Schema>; required: string[]; additionalProperties: false }

/** The schema of all answers shaped like the expected one. Lists are homogeneous and not empty. */
export function schemaOf(answer: Json): Schema {
  if (typeof answer === 'string') return { type: 'string' }
  if (typeof answer === 'number') return { type: 'integer' }
  if (Array.isArray(answer) && answer.length > 0) return { type: 'array', items: schemaOf(answer[0]!) }
  if (answer === null || typeof answer !== 'object' || Array.isArray(answer)) throw new Error('unknown kind of answer')
  const properties = Object.fromEntries(Object.entries(answer).map(([name, inner]) => [name, schemaOf(inner)]))
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}
