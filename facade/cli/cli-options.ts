import { type JsonSchema, schemaOf } from '../../tools/core/tool-json-schema.ts'
import type { Command } from './cli-command.ts'

/** How the text of an option becomes a value; `json` for objects. */
type Kind = 'text' | 'number' | 'switch' | 'json'

/** An input of a verb's tool as an option. */
export interface Option {
  /** Name of the input: `display_name`. */
  name: string
  /** Name of the option: `--display-name`. */
  flag: string
  kind: Kind
  /** Whether the value can come from a file; short values are names, such as `@ann`. */
  isLong: boolean
  /** Repeated for each item. */
  isList: boolean
  isRequired: boolean
  description: string | undefined
  /** The allowed values, if there are few. */
  values: readonly unknown[]
  default: unknown
}

/** Options of all verbs; no tool has inputs with these names. */
export const COMMON = ['json', 'as', 'yes', 'help', 'version'] as const

export const flagOf = (name: string): string => `--${name.replaceAll('_', '-')}`

/** The options of a verb are the inputs of its tool, positional ones first. */
export function optionsOf({ tool, positional }: Command): Option[] {
  const { properties = {}, required = [] } = schemaOf(tool.input, 'input') as {
    properties?: Record<string, JsonSchema>
    required?: string[]
  }
  const options = Object.entries(properties).map(([name, schema]) => optionOf(name, schema, required.includes(name)))
  const rank = ({ name }: Option) => (positional.includes(name) ? positional.indexOf(name) : positional.length)
  return options.sort((a, b) => rank(a) - rank(b))
}

function optionOf(name: string, schema: JsonSchema, isRequired: boolean): Option {
  const isList = schema.type === 'array'
  const single = isList ? (schema.items as JsonSchema) : schema
  return {
    name,
    flag: flagOf(name),
    kind: kindOf(single),
    isLong: nonNull(single).some(isLong),
    isList,
    isRequired,
    description: typeof schema.description === 'string' ? schema.description : undefined,
    values: (nonNull(single)[0]?.enum ?? []) as readonly unknown[],
    default: schema.default ?? undefined,
  }
}

/** The schemas of the alternatives of a value, except null. */
const nonNull = (schema: JsonSchema): JsonSchema[] =>
  Array.isArray(schema.anyOf) ? (schema.anyOf as JsonSchema[]).filter(({ type }) => type !== 'null') : [schema]

const SHORT_CHARACTERS = 64

const isLong = ({ maxLength, format, pattern }: JsonSchema): boolean =>
  format === undefined && pattern === undefined && !(typeof maxLength === 'number' && maxLength <= SHORT_CHARACTERS)

function kindOf(schema: JsonSchema): Kind {
  const types = nonNull(schema).flatMap(({ type }) => type)
  const is = (...names: unknown[]) => types.some(type => names.includes(type))
  if (is('string', undefined)) return 'text'
  if (is('object', 'array')) return 'json'
  return is('boolean') ? 'switch' : 'number'
}
