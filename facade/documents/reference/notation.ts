import type { JsonSchema } from '../../../tools/core/tool-json-schema.ts'

/** Members of objects as Markdown, one per line: ``- `name` (type, optional): description``. */

const FORMATS: Readonly<Record<string, string>> = { 'date-time': 'time', date: 'day', uuid: 'uuid', uri: 'address' }

const asText = (value: unknown) => JSON.stringify(value)

/** The type of a value in short: `string or null`, `Post[]`, `"like" | "disagree"`. */
export function typeOf(schema: JsonSchema): string {
  if (typeof schema.$ref === 'string') return schema.$ref.split('/').at(-1) ?? ''
  if ('const' in schema) return asText(schema.const)
  if (Array.isArray(schema.enum)) return schema.enum.map(asText).join(' | ')
  const branches = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined
  if (branches) return branches.map(typeOf).join(' or ')
  if (Array.isArray(schema.allOf)) return (schema.allOf as JsonSchema[]).map(typeOf).join(' with ')
  return [schema.type ?? 'any']
    .flat()
    .map(type => plainType(schema, String(type)))
    .join(' or ')
}

function plainType(schema: JsonSchema, type: string): string {
  if (type === 'array') return listOf(typeOf((schema.items ?? {}) as JsonSchema))
  if (type === 'object') return objectType(schema)
  return type === 'string' ? (FORMATS[String(schema.format)] ?? 'string') : type
}

const listOf = (item: string) => (/[ |]/.test(item) && !item.startsWith('{') ? `(${item})[]` : `${item}[]`)

function objectType({ properties = {}, required = [] }: JsonSchema): string {
  const isNeeded = (name: string) => (required as string[]).includes(name)
  const members = Object.entries(properties as Record<string, JsonSchema>)
  if (members.length === 0) return 'object of any members'
  return `{${members.map(([name, member]) => `${name}${isNeeded(name) ? '' : '?'}: ${typeOf(member)}`).join(', ')}}`
}

const range = (min: unknown, max: unknown, unit: string): string[] => {
  if (min === undefined && max === undefined) return []
  if (max === undefined) return [`at least ${min}${unit}`]
  return [min === undefined || min === 0 ? `at most ${max}${unit}` : `${min} to ${max}${unit}`]
}

/** The constraints of a value besides its type, in words. */
export function boundsOf(schema: JsonSchema): string[] {
  return [
    ...range(schema.minLength, schema.maxLength, ' characters'),
    ...range(schema.minimum === 0 && schema.maximum === undefined ? undefined : schema.minimum, schema.maximum, ''),
    ...range(schema.minItems, schema.maxItems, ' items'),
    ...(typeof schema.pattern === 'string' ? [`matches \`${schema.pattern}\``] : []),
    ...('default' in schema ? [`default ${asText(schema.default)}`] : []),
    ...itemBounds(schema),
  ]
}

const itemBounds = ({ items }: JsonSchema): string[] =>
  items && !('$ref' in (items as JsonSchema)) ? boundsOf(items as JsonSchema).map(bound => `each ${bound}`) : []

export interface NotationMember {
  name: string
  schema: JsonSchema
  isRequired: boolean
  note?: string
}

export function memberLine({ name, schema, isRequired, note }: NotationMember): string {
  const facts = [typeOf(schema), ...boundsOf(schema), ...(isRequired ? [] : ['optional'])].join(', ')
  const text = [schema.description, note].filter(Boolean).join('; ')
  return `- \`${name}\` (${facts})${text === '' ? '' : `: ${text}`}`
}

export const notationMembers = ({ properties = {}, required = [] }: JsonSchema): NotationMember[] =>
  Object.entries(properties as Record<string, JsonSchema>).map(([name, schema]) => ({
    name,
    schema,
    isRequired: (required as string[]).includes(name),
  }))

/** A named schema: its base, and its members. */
export function describeType(name: string, schema: JsonSchema): string {
  const [base, own] = Array.isArray(schema.allOf) ? (schema.allOf as [JsonSchema, JsonSchema]) : [undefined, schema]
  const lines = notationMembers(own).map(memberLine)
  return [`### ${name}`, ...(base ? [`All of ${typeOf(base)}, and:`] : []), lines.join('\n')].join('\n\n')
}
