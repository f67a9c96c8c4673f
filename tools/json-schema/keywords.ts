import { isKnownDraft } from './drafts.ts'

export type Members = Record<string, unknown>
export type JsonSchemaObject = boolean | Members

export const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isSchema = (value: unknown): value is JsonSchemaObject => typeof value === 'boolean' || isMembers(value)

/** Keywords of JSON Schema 2020-12 that contain schemas; `definitions` is `$defs` in older drafts. */
export const HOLDERS = new Map<string, 'one' | 'list' | 'map'>([
  ...[
    'not',
    'if',
    'then',
    'else',
    'items',
    'contains',
    'unevaluatedItems',
    'additionalProperties',
    'propertyNames',
  ].map(name => [name, 'one'] as const),
  ['unevaluatedProperties', 'one'],
  ...['allOf', 'anyOf', 'oneOf', 'prefixItems'].map(name => [name, 'list'] as const),
  ...['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions'].map(
    name => [name, 'map'] as const,
  ),
])

/** Those that are applied only through a reference. */
export const isStore = (keyword: string): boolean => keyword === '$defs' || keyword === 'definitions'

const isText = (value: unknown): value is string => typeof value === 'string'
const isNumber = (value: unknown): value is number => typeof value === 'number'
const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0
const isFlag = (value: unknown) => typeof value === 'boolean'
const isNames = (value: unknown) => Array.isArray(value) && value.every(isText) && new Set(value).size === value.length

const TYPES = new Set(['null', 'boolean', 'object', 'array', 'number', 'string', 'integer'])
const isType = (value: unknown) =>
  isText(value) ? TYPES.has(value) : isNames(value) && (value as string[]).every(name => TYPES.has(name))

interface Argument {
  is(value: unknown): boolean
  must: string
}

const COUNT: Argument = { is: isCount, must: 'must be an integer, 0 or more' }
const NUMBER: Argument = { is: isNumber, must: 'must be a number' }
const TEXT: Argument = { is: isText, must: 'must be a string' }

/** The argument types of other keywords. Unknown keywords are ignored. */
export const ARGUMENTS = new Map<string, Argument>([
  ['type', { is: isType, must: `must be one or more of ${[...TYPES].join(', ')}` }],
  ['enum', { is: Array.isArray, must: 'must be an array' }],
  ['required', { is: isNames, must: 'must be an array of unique strings' }],
  [
    'dependentRequired',
    { is: value => isMembers(value) && Object.values(value).every(isNames), must: 'must contain arrays of strings' },
  ],
  ['multipleOf', { is: value => isNumber(value) && value > 0, must: 'must be a number above 0' }],
  ['uniqueItems', { is: isFlag, must: 'must be true or false' }],
  ...[
    'minLength',
    'maxLength',
    'minItems',
    'maxItems',
    'minContains',
    'maxContains',
    'minProperties',
    'maxProperties',
  ].map(name => [name, COUNT] as const),
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'].map(name => [name, NUMBER] as const),
  ...['pattern', 'title', 'description', '$comment', '$ref', '$anchor', '$id', 'format'].map(
    name => [name, TEXT] as const,
  ),
  [
    '$schema',
    {
      is: value => isText(value) && isKnownDraft(value),
      must: 'must be https://json-schema.org/draft/2020-12/schema, or the URI of 2019-09 or draft-07',
    },
  ],
])

const BOUNDLESS = 'is not supported, because its target depends on the data; use $ref'
const OLD = 'belongs to older drafts'

/** Keywords that would change the meaning of a schema, and cannot be bounded or belong to other drafts. */
export const REFUSED = new Map([
  ...['$dynamicRef', '$dynamicAnchor', '$recursiveRef', '$recursiveAnchor'].map(name => [name, BOUNDLESS] as const),
  ['$vocabulary', 'is not supported: only JSON Schema 2020-12 keywords are known'],
  ['dependencies', `${OLD}: use dependentRequired or dependentSchemas`],
  ['additionalItems', `${OLD}: use items with prefixItems`],
])
