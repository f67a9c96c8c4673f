import { z } from 'zod'
import { ANY_ITEM } from '../../../tools/core/schemas.ts'
import { isEmptySchema, type JsonSchema } from '../../../tools/core/tool-json-schema.ts'

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Keywords whose value is a map of names to schemas. */
const MAPS: ReadonlySet<string> = new Set(['properties', 'patternProperties', '$defs', 'definitions'])
/** Keywords whose value is a schema or a list of schemas. */
const SUBSCHEMAS: ReadonlySet<string> = new Set([
  'items',
  'prefixItems',
  'additionalProperties',
  'anyOf',
  'oneOf',
  'allOf',
  'not',
])

/** Removes what is never useful: the dialect that old validators reject, examples, schemas that accept everything. */
function isNoise(schema: JsonSchema, keyword: string, value: unknown): boolean {
  switch (keyword) {
    case '$schema':
    case 'examples':
      return true
    case 'properties':
    case 'additionalProperties':
      return isSchema(value) && Object.keys(value).length === 0
    case 'propertyNames':
      return isSchema(value) && Object.keys(value).length === 1 && value.type === 'string'
    default:
      return isEmptySchema(schema, keyword, value)
  }
}

const BOUNDS: ReadonlySet<string> = new Set(['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'])

type Drop = (schema: JsonSchema, keyword: string, value: unknown) => boolean

function tidy(schema: unknown, drop: Drop): unknown {
  if (Array.isArray(schema)) return schema.map(member => tidy(member, drop))
  if (!isSchema(schema)) return schema
  const entries = Object.entries(outlined(schema)).filter(([keyword, value]) => !drop(schema, keyword, value))
  return opened(
    splitTypes(Object.fromEntries(entries.map(([keyword, value]) => [keyword, tidyMember(keyword, value, drop)]))),
  )
}

/**
 * A list of types becomes branches with one type each: some hosts support neither lists of types nor arrays without
 * items.
 */
function splitTypes(schema: JsonSchema): JsonSchema {
  const { type, title, description, default: defaultValue, ...rest } = schema
  if (!Array.isArray(type)) return schema
  const notes = Object.entries({ title, description, default: defaultValue }).filter(([, note]) => note !== undefined)
  const branch = (name: unknown) => {
    if (name === 'null') return { type: name }
    return name === 'array' ? { type: name, items: ANY_ITEM, ...rest } : { type: name, ...rest }
  }
  return { anyOf: type.map(branch), ...Object.fromEntries(notes) }
}

/** Each object lists its members or allows any: some hosts reject other schemas. */
const opened = (schema: JsonSchema): JsonSchema =>
  schema.type === 'object' && !('properties' in schema) && !('additionalProperties' in schema)
    ? { ...schema, additionalProperties: true }
    : schema

/** Its description says what it has: its members would cost more than their rare use. */
const outlined = (schema: JsonSchema): JsonSchema =>
  schema.isOutlined === true ? { type: schema.type, description: schema.description } : schema

function tidyMember(keyword: string, value: unknown, drop: Drop): unknown {
  if (SUBSCHEMAS.has(keyword)) return tidy(value, drop)
  if (!MAPS.has(keyword) || !isSchema(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, tidy(member, drop)]))
}

/**
 * Removes constraints that are validated anyway: bounds are in the description where they matter, and ids come from
 * responses.
 */
function isCheck(keyword: string, value: unknown): boolean {
  return BOUNDS.has(keyword) || keyword === 'pattern' || (keyword === 'format' && value === 'uuid')
}

/** If all members are alike, they are listed in the description, and their schema appears once. */
function foldAlike(schema: JsonSchema): JsonSchema {
  const { properties, description, ...rest } = schema
  const members = isSchema(properties) ? Object.entries(properties) : []
  const [first, ...others] = members.map(([, member]) => JSON.stringify(member))
  if (others.length < 3 || others.some(other => other !== first)) return schema
  const names = members.map(([name]) => name).join(', ')
  return { ...rest, description: `${description}; ${names}`, additionalProperties: members[0]![1] }
}

/** Removes a default of null or '', and with the former the null type. */
function withoutEmptyPreset({ default: defaultValue, ...schema }: JsonSchema): JsonSchema {
  if (defaultValue === '') return schema
  if (defaultValue !== null) return defaultValue === undefined ? schema : { ...schema, default: defaultValue }
  const { anyOf, ...rest } = schema
  const [some, none, ...more] = (anyOf ?? []) as JsonSchema[]
  return some && none?.type === 'null' && more.length === 0 ? { ...some, ...rest } : schema
}

/** The input as published: closed at its root, short, without the arguments that MCP does not offer. */
export function toolInputSchema(input: z.ZodObject, hidden: readonly string[]): JsonSchema {
  const drop: Drop = (parent, keyword, value) => isNoise(parent, keyword, value) || isCheck(keyword, value)
  const schema = tidy(z.toJSONSchema(input, { io: 'input' }), drop) as { properties?: JsonSchema; required?: string[] }
  const { properties = {}, required, ...rest } = schema
  const isOffered = (name: string) => !hidden.includes(name)
  const needed = required?.filter(isOffered) ?? []
  return {
    ...rest,
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(properties)
        .filter(([name]) => isOffered(name))
        .map(([name, schema]) => [name, withoutEmptyPreset(foldAlike(schema as JsonSchema))]),
    ),
    ...(needed.length > 0 ? { required: needed } : {}),
    additionalProperties: false,
  }
}

const isCursor = (name: string) => name.endsWith('cursor')

/**
 * The output as published: an outline, since hosts give it to no model, and every list of tools is read whole. It names
 * what a program follows, lists and cursors; a result names all of its members. It is open, so that adding a member breaks
 * no client, and requires nothing, because clients validate an `{error}` against it too.
 */
export function toolOutputSchema({ properties }: JsonSchema): JsonSchema & { type: 'object' } {
  const members = Object.entries((properties ?? {}) as Record<string, JsonSchema>)
  const followed = members.flatMap(([name, { type, items }]): [string, JsonSchema][] => {
    if (isCursor(name)) return [[name, ANY_ITEM]]
    const isList = type === 'array' && isSchema(items) && items.type === 'object'
    return isList ? [[name, { type, items: { type: 'object' } }]] : []
  })
  return { type: 'object', ...(followed.length > 0 && { properties: Object.fromEntries(followed) }) }
}
