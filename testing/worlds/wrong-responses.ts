import type { Json } from '../../tools/challenges/tasks/engine/json.ts'
import type { Schema } from '../../tools/challenges/tasks/engine/schema.ts'

/** For each task a response that fits its schema and is right for none. */
export const wrongResponses = (tasks: readonly { schema: unknown }[]): Json[] =>
  tasks.map(({ schema }) => wrongValue(schema as Schema))

function wrongValue(schema: Schema): Json {
  if (schema.type === 'string') return 'wrong'
  if (schema.type === 'integer') return -1
  if (schema.type === 'array') return []
  return Object.fromEntries(Object.entries(schema.properties).map(([name, inner]) => [name, wrongValue(inner)]))
}
