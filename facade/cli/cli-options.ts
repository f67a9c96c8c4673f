import { type JsonSchema, schemaOf } from '../../tools/core/tool-json-schema.ts'
import type { Command } from './cli-command.ts'

/** How a word of the command line becomes a value; `json` for what has members. */
type Kind = 'text' | 'number' | 'switch' | 'json'

/** An input of a verb's tool, as the command line takes it. */
export interface Option {
  /** Of the input: `display_name`. */
  name: string
  /** On the command line: `--display-name`. */
  flag: string
  kind: Kind
  /** Whether a file may hold it: what is short is a name, such as `@ann`. */
  isLong: boolean
  /** Given once for each member. */
  isList: boolean
  isRequired: boolean
  description: string | undefined
  /** The only ones it may have, if they are counted. */
  values: readonly unknown[]
  default: unknown
}

/** Common to all verbs; no tool has inputs of these names. */
export const COMMON = ['json', 'as', 'yes', 'help'] as const

export const flagOf = (name: string): string => `--${name.replaceAll('_', '-')}`

/** The options of a verb are the inputs of its tool, the positional ones first. */
export function optionsOf({ tool, positional }: Command): Option[] {
  const { properties = {}, required = [] } = schemaOf(tool.input, 'input') as {
    properties?: Record<string, JsonSchema>
    required?: string[]
  }
  const options = Object.entries(properties).map(([name, schema]) => optionOf(name, schema, required.includes(name)))
  const place = ({ name }: Option) => (positional.includes(name) ? positional.indexOf(name) : positional.length)
  return options.sort((a, b) => place(a) - place(b))
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

/** The schemas of which a value fits one, but null. */
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
