import { Buffer } from 'node:buffer'
import type { InputFault } from '../core/problems/problem.ts'
import { escapePointer } from '../core/schemas.ts'
import { olderDraftOf, unsharedKeywords } from './drafts.ts'
import { measurer } from './extent.ts'
import { ARGUMENTS, HOLDERS, isMembers, isSchema, type JsonSchemaObject, type Members, REFUSED } from './keywords.ts'
import { compilePattern, PATTERN_CHARACTERS, PATTERN_CLASSES, PATTERN_SIZE, unicodeClasses } from './patterns.ts'
import { referrer, subschemasOf } from './subschemas.ts'

export const SCHEMA_BYTES = 16 * 1_024
export const SCHEMA_DEPTH = 16
const SUBSCHEMAS = 500
const UNIQUE_ITEMS = 256
const MOST_FAULTS = 20

const fault = (pointer: string, code: string, message: string): InputFault => ({ pointer, code, message })

/**
 * Validates a schema that an agent sent, and returns each error with its pointer; none if data can be validated against
 * it at a bounded cost. JSON Schema 2020-12, within one document (SVC-20 to SVC-28).
 */
export function judgeSchema(schema: unknown): InputFault[] {
  if (!isMembers(schema)) return [fault('', 'invalid_type', 'must be an object: a JSON Schema')]
  if (Buffer.byteLength(JSON.stringify(schema)) > SCHEMA_BYTES) {
    return [fault('', 'too_big', `must be at most ${SCHEMA_BYTES} bytes as JSON`)]
  }
  const subschemas = subschemasOf(schema, SCHEMA_DEPTH)
  const draft = olderDraftOf(schema)
  const faults = [...subschemas].flatMap(([pointer, subschema]) => [
    ...judgeSubschema(pointer, subschema),
    ...(draft ? unsharedKeywords(subschema, draft) : []).map(keyword =>
      fault(`${pointer}/${escapePointer(keyword)}`, 'invalid_schema', UNSHARED),
    ),
  ])
  return (faults.length > 0 ? faults : judgeWhole(subschemas)).slice(0, MOST_FAULTS)
}

const UNSHARED = 'has a different meaning in the draft named in $schema than in 2020-12: use 2020-12'

function judgeSubschema(pointer: string, schema: JsonSchemaObject): InputFault[] {
  if (!isSchema(schema)) return [fault(pointer, 'invalid_type', misplaced(schema))]
  if (!isMembers(schema)) return []
  const faults = Object.entries(schema).flatMap(([keyword, value]) => {
    const message = REFUSED.get(keyword) ?? misused(keyword, value)
    return message === undefined ? [] : [fault(`${pointer}/${escapePointer(keyword)}`, 'invalid_schema', message)]
  })
  return [...faults, ...judgeTogether(pointer, schema)]
}

const misplaced = (value: unknown) =>
  'must be a schema: an object, true or ' +
  `false${Array.isArray(value) ? '; use prefixItems for schemas by position' : ''}`

function misused(keyword: string, value: unknown): string | undefined {
  const argument = ARGUMENTS.get(keyword)
  if (argument) return argument.is(value) ? undefined : argument.must
  const holds = HOLDERS.get(keyword)
  if (holds === 'map' && !isMembers(value)) return 'must be an object of schemas'
  if (holds === 'list' && (!Array.isArray(value) || value.length === 0)) return 'must be an array of schemas'
  return undefined
}

/** Checks that depend on more than one keyword, or on the position of the schema. */
function judgeTogether(pointer: string, schema: Members): InputFault[] {
  const faults: InputFault[] = []
  if (schema.uniqueItems === true && !(Number(schema.maxItems) <= UNIQUE_ITEMS)) {
    faults.push(fault(`${pointer}/uniqueItems`, 'unbounded', `requires maxItems of ${UNIQUE_ITEMS} or less`))
  }
  if (schema.$schema !== undefined && pointer !== '') {
    faults.push(fault(`${pointer}/$schema`, 'invalid_schema', 'is allowed only at the top level'))
  }
  if (schema.$id !== undefined && pointer !== '') {
    faults.push(fault(`${pointer}/$id`, 'invalid_schema', 'is not supported: a schema must be a single document'))
  }
  return faults
}

/** Global checks, once every part is valid: targets of references, total size, cost of patterns. */
function judgeWhole(subschemas: Map<string, JsonSchemaObject>): InputFault[] {
  const refersTo = referrer(subschemas)
  const lost = [...subschemas].flatMap(([pointer, schema]) => {
    if (!isMembers(schema) || typeof schema.$ref !== 'string' || refersTo(schema.$ref) !== undefined) return []
    return [
      fault(`${pointer}/$ref`, 'invalid_reference', 'must point to a schema in this document, such as #/$defs/name'),
    ]
  })
  return lost.length > 0 ? lost : [...judgeExtents(subschemas), ...judgePatterns(subschemas)]
}

function judgeExtents(subschemas: Map<string, JsonSchemaObject>): InputFault[] {
  const measure = measurer(subschemas)
  for (const [pointer, schema] of subschemas) {
    const extent = measure(schema)
    if (extent === 'endless') return [fault(pointer, 'unbounded', 'must not refer to itself')]
    if (extent.depth > SCHEMA_DEPTH) {
      return [
        fault(
          pointer,
          'unbounded',
          `must not nest schemas more than ${SCHEMA_DEPTH} levels deep, including references`,
        ),
      ]
    }
    if (extent.schemas > SUBSCHEMAS) {
      return [fault(pointer, 'unbounded', `must contain at most ${SUBSCHEMAS} schemas, including references`)]
    }
  }
  return []
}

const SYNTAX = 'must be a regular expression for a linear-time engine: without look-around and back references'
const TOO_MUCH =
  `the patterns of a schema must have at most ${PATTERN_CHARACTERS} characters and ${PATTERN_CLASSES} \\p, and few ` +
  'repetitions'

function judgePatterns(subschemas: Map<string, JsonSchemaObject>): InputFault[] {
  const faults: InputFault[] = []
  let characters = 0
  let classes = 0
  let size = 0
  for (const [at, source] of patternsOf(subschemas)) {
    characters += source.length
    classes += unicodeClasses(source)
    if (characters > PATTERN_CHARACTERS || classes > PATTERN_CLASSES)
      return [...faults, fault(at, 'unbounded', TOO_MUCH)]
    const pattern = compilePattern(source)
    size += pattern?.size ?? 0
    if (size > PATTERN_SIZE) return [...faults, fault(at, 'unbounded', TOO_MUCH)]
    if (pattern === undefined) faults.push(fault(at, 'invalid_pattern', SYNTAX))
  }
  return faults
}

function* patternsOf(subschemas: Map<string, JsonSchemaObject>): Generator<[pointer: string, source: string]> {
  for (const [pointer, schema] of subschemas) {
    if (!isMembers(schema)) continue
    if (typeof schema.pattern === 'string') yield [`${pointer}/pattern`, schema.pattern]
    if (!isMembers(schema.patternProperties)) continue
    for (const source of Object.keys(schema.patternProperties)) {
      yield [`${pointer}/patternProperties/${escapePointer(source)}`, source]
    }
  }
}
