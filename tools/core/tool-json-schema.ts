import { z } from 'zod'

export type JsonSchema = Record<string, unknown>

/** Shared schemas by name; a copy with a different description refers to the original. */
export const COMPONENTS = z.registry<{ id: string }>()

type Io = 'input' | 'output'

const shownAs = (io: Io) => ({
  io,
  unrepresentable: 'any' as const,
  override: ({ jsonSchema }: { jsonSchema: JsonSchema }) => dropNoise(jsonSchema, io),
})

/** A schema as published: outputs are open, so that adding a member breaks no client. */
export function schemaOf(schema: z.ZodType, io: Io): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, shownAs(io)) as JsonSchema
  return rest
}

/** The schema of a tool's output, including our own annotations. */
export const outputSchema = (output: z.ZodObject): JsonSchema =>
  z.toJSONSchema(output, { io: 'output', unrepresentable: 'any' })

/** The same for schemas by id; nested ones are referenced at `uri`. */
export function schemasOf(
  registry: typeof COMPONENTS,
  io: Io,
  uri: (id: string) => string,
): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(registry, { ...shownAs(io), uri })
  return Object.fromEntries(Object.entries(schemas).map(([id, { $schema, $id, ...rest }]) => [id, rest]))
}

/**
 * Removes what readers of a schema do not need: our annotations, a pattern next to a format, the bounds of every
 * integer.
 */
export function isEmptySchema(schema: JsonSchema, keyword: string, value: unknown): boolean {
  switch (keyword) {
    case 'shownBy':
    case 'lean':
    case 'untrusted':
    case 'issued':
    case 'isOutlined':
      return true
    case 'pattern':
      return 'format' in schema
    case 'minLength':
      return value === 0
    case 'minimum':
      return value === Number.MIN_SAFE_INTEGER
    case 'maximum':
      return value === Number.MAX_SAFE_INTEGER
    default:
      return false
  }
}

function dropNoise(schema: JsonSchema, io: Io): void {
  if (io === 'output' && schema.additionalProperties === false) delete schema.additionalProperties
  for (const [keyword, value] of Object.entries(schema))
    if (isEmptySchema(schema, keyword, value)) delete schema[keyword]
  if (isEcho(schema)) delete schema.description
  foldNull(schema)
}

const BOUNDS = /^(at most |[\d,]+ to )[\d,]+( characters)?$/

/** Bounds that are not published are in the description. */
const isEcho = ({ description, maxLength, maximum }: JsonSchema): boolean =>
  typeof description === 'string' && BOUNDS.test(description) && (maxLength ?? maximum) !== undefined

/** "This, or null" as one schema with both types; `enum` and `const` would still reject null. */
function foldNull(schema: JsonSchema): void {
  const [some, none, ...more] = (schema.anyOf ?? []) as JsonSchema[]
  if (!some || more.length > 0 || none?.type !== 'null' || typeof some.type !== 'string') return
  if ('enum' in some || 'const' in some) return
  delete schema.anyOf
  Object.assign(schema, { ...some, ...schema, type: [some.type, 'null'] })
}
