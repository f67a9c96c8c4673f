import type { Json } from './json.ts'
import { readResponse } from './read-response.ts'
import type { Schema } from './schema.ts'

/** Whether a response means the same as the expected answer; `undefined`: it cannot be read by the schema. */
export function grade(expected: Json, response: unknown, schema: Schema): boolean | undefined {
  const read = readResponse(response, schema)
  return read === undefined ? undefined : read === readResponse(expected, schema)
}
