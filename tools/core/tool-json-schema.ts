import { z } from 'zod'

export type JsonSchema = Record<string, unknown>

/** Schemas that the document shows once, each by its name; a copy with other notes refers to it. */
export const COMPONENTS = z.registry<{ id: string }>()

type Io = 'input' | 'output'

const shownAs = (io: Io) => ({
  io,
  unrepresentable: 'any' as const,
  override: ({ jsonSchema }: { jsonSchema: JsonSchema }) => dropNoise(jsonSchema, io),
})

/** A schema as the document shows it: outputs are open, so that a later field breaks nobody. */
export function schemaOf(schema: z.ZodType, io: Io): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, shownAs(io)) as JsonSchema
  return rest
}

/** The schema of a tool's answer with all that is noted in it, our own notes too. */
export const outputSchema = (output: z.ZodObject): JsonSchema =>
  z.toJSONSchema(output, { io: 'output', unrepresentable: 'any' })

/** Schemas by their ids, so too; where one holds another, it refers to it at `uri`. */
export function schemasOf(
  registry: typeof COMPONENTS,
  io: Io,
  uri: (id: string) => string,
): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(registry, { ...shownAs(io), uri })
  return Object.fromEntries(Object.entries(schemas).map(([id, { $schema, $id, ...rest }]) => [id, rest]))
}

/** What no reader of a schema needs: our own notes, a pattern beside its format, the bounds of any integer. */
export function isEmptySchema(schema: JsonSchema, keyword: string, value: unknown): boolean {
  switch (keyword) {
    case 'shownBy':
    case 'lean':
    case 'untrusted':
    case 'issued':
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

/** Its description says its bounds, for those that are not shown these. */
const isEcho = ({ description, maxLength, maximum }: JsonSchema): boolean =>
  typeof description === 'string' && BOUNDS.test(description) && (maxLength ?? maximum) !== undefined

/** "This, or null" as one schema with both types; `enum` and `const` would still refuse the null. */
function foldNull(schema: JsonSchema): void {
  const [some, none, ...more] = (schema.anyOf ?? []) as JsonSchema[]
  if (!some || more.length > 0 || none?.type !== 'null' || typeof some.type !== 'string') return
  if ('enum' in some || 'const' in some) return
  delete schema.anyOf
  Object.assign(schema, { ...some, ...schema, type: [some.type, 'null'] })
}
