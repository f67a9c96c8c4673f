import type { RoutedTool } from '../../tools/core/define-tool.ts'
import { type JsonSchema, schemaOf } from '../../tools/core/tool-json-schema.ts'
import { EXTENSIONS } from './openapi-extensions.ts'

const BY_FORMAT: Readonly<Record<string, string>> = {
  uuid: '0199f3c2-6a00-7000-8000-3f1c9d2b7e54',
  'date-time': '2026-11-21T12:00:00.000Z',
  date: '2026-11-21',
  uri: 'https://agent.example/',
}

/** For identifiers in other forms than UUIDs. */
const BY_NAME: Readonly<Record<string, string>> = { post_id: BY_FORMAT.uuid!, key_id: '5c'.repeat(32) }

/** An example request: required inputs, an idempotency_key if accepted, and the tool's own example. */
export function exampleInput(tool: RoutedTool): JsonSchema {
  const { properties = {}, required = [] } = schemaOf(tool.input, 'input') as Shape
  const keyed = 'idempotency_key' in properties ? ['idempotency_key'] : []
  return { ...members(properties, [...required, ...keyed]), ...tool.example?.input }
}

/** An example response, if the tool has one: each required member, with those of the example. */
export function exampleOutput({ output, example }: RoutedTool): JsonSchema | undefined {
  if (Object.keys(example?.output ?? {}).length === 0) return undefined
  return { ...(exampleOf(schemaOf(output, 'output'), '') as JsonSchema), ...example?.output }
}

interface Shape {
  properties?: Record<string, JsonSchema>
  required?: string[]
}

const members = (properties: Record<string, JsonSchema>, names: readonly string[]): JsonSchema =>
  Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => names.includes(name))
      .map(([name, schema]) => [name, exampleOf(schema, name)]),
  )

/** An example value of a schema: its own example, that of its name, or a minimal valid one. */
export function exampleOf(schema: JsonSchema, name: string): unknown {
  if (Array.isArray(schema.examples)) return schema.examples[0]
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  const branches = (schema.anyOf ?? schema.oneOf ?? [schema]) as JsonSchema[]
  const types = branches.flatMap(({ type = [] }) => type as string | string[])
  const known = EXTENSIONS[name]
  if (known !== undefined && (types.length === 0 || types.includes(typeOf(known)))) return known
  if (types.includes('null')) return null
  return branches[0] === schema ? leastOf(schema, name) : exampleOf(branches[0] ?? {}, name)
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array'
  return Number.isInteger(value) ? 'integer' : typeof value
}

/** A component with an id has its example there, so lists of such components are empty in other examples. */
function isLarge(items: JsonSchema | undefined): boolean {
  const { properties = {} } = (items ?? {}) as Shape
  return items === undefined || 'id' in properties || Object.values(properties).some(isLarge)
}

function leastOf(schema: JsonSchema, name: string): unknown {
  switch (schema.type) {
    case 'object': {
      const { properties = {}, required = [] } = schema as Shape
      return members(properties, required)
    }
    case 'array':
      return isLarge(schema.items as JsonSchema | undefined) ? [] : [exampleOf(schema.items as JsonSchema, name)]
    case 'integer':
    case 'number':
      return Math.max(0, Number(schema.minimum ?? 0))
    case 'boolean':
      return false
    default:
      return BY_NAME[name] ?? BY_FORMAT[String(schema.format)] ?? name.replaceAll('_', ' ')
  }
}
