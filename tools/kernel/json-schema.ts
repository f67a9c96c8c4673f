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

/** What no reader of a schema needs: our own notes, a pattern beside its format, the bounds of any integer. */
export function saysNothing(schema: Json, keyword: string, value: unknown): boolean {
  switch (keyword) {
    case 'shownBy':
    case 'untrusted':
      return true
    case 'pattern':
      return 'format' in schema
    case 'minimum':
      return value === Number.MIN_SAFE_INTEGER
    case 'maximum':
      return value === Number.MAX_SAFE_INTEGER
    default:
      return false
  }
}

function dropNoise(schema: Json, io: 'input' | 'output'): void {
  if (io === 'output' && schema.additionalProperties === false) delete schema.additionalProperties
  for (const [keyword, value] of Object.entries(schema)) if (saysNothing(schema, keyword, value)) delete schema[keyword]
}
