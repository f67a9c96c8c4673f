import { z } from 'zod'

export type Json = Record<string, unknown>

/** A schema as the document shows it: outputs are open, so that a later field breaks nobody. */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => dropNoise(jsonSchema, io),
  }) as Json
  return rest
}

function dropNoise(schema: Json, io: 'input' | 'output'): void {
  if (io === 'output' && schema.additionalProperties === false) delete schema.additionalProperties
  delete schema.shownBy
  delete schema.untrusted
  if ('format' in schema) delete schema.pattern
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
}
