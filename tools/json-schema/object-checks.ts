import { escapePointer } from '../core/schemas.ts'
import type { JsonSchemaObject, Members } from './keywords.ts'
import { evaluateHere, ofObjects, type SchemaCheck, type Subject } from './schema-check.ts'

const count = (
  code: string,
  phrase: string,
  holds: (length: number, bound: number) => boolean,
): [string, SchemaCheck] => [
  code,
  ofObjects<number>((bound, members, { run, pointer }) => {
    const { length } = Object.keys(members)
    run.spend(length)
    return holds(length, bound) || run.tell(pointer, code, `must have at ${phrase} ${bound} members`)
  }),
]

/** Simple names appear in pointers; others are replaced, since they are arbitrary text. */
const PLAIN_NAME = /^[\w.-]{1,64}$/

function requireNames(names: string[], members: Members, { run, pointer }: Subject, code: string): boolean {
  run.spend(names.length)
  let holds = true
  for (const [index, name] of names.entries()) {
    if (Object.hasOwn(members, name)) continue
    holds = PLAIN_NAME.test(name)
      ? run.tell(`${pointer}/${name}`, code, 'is required')
      : run.tell(pointer, code, `lacks the member that the schema requires at position ${index}`)
  }
  return holds
}

function evaluateMember(name: string, schema: JsonSchemaObject, members: Members, subject: Subject): boolean {
  subject.spoken?.names.add(name)
  return subject.run.evaluate(schema, members[name], `${subject.pointer}/${escapePointer(name)}`)
}

function checkProperties(schemas: Record<string, JsonSchemaObject>, members: Members, subject: Subject): boolean {
  let holds = true
  for (const [name, schema] of Object.entries(schemas)) {
    subject.run.spend(1)
    if (Object.hasOwn(members, name) && !evaluateMember(name, schema, members, subject)) holds = false
  }
  return holds
}

function checkPatternProperties(
  schemas: Record<string, JsonSchemaObject>,
  members: Members,
  subject: Subject,
): boolean {
  let holds = true
  for (const name of Object.keys(members)) {
    for (const [source, schema] of Object.entries(schemas)) {
      if (subject.run.matches(source, name) && !evaluateMember(name, schema, members, subject)) holds = false
    }
  }
  return holds
}

function checkAdditional(schema: JsonSchemaObject, members: Members, subject: Subject): boolean {
  const { properties = {}, patternProperties = {} } = subject.schema as Record<string, Members>
  const sources = Object.keys(patternProperties)
  let holds = true
  for (const name of Object.keys(members)) {
    subject.run.spend(1)
    if (Object.hasOwn(properties, name) || sources.some(source => subject.run.matches(source, name))) continue
    if (!evaluateMember(name, schema, members, subject)) holds = false
  }
  return holds
}

function checkNames(schema: JsonSchemaObject, members: Members, { run, pointer }: Subject): boolean {
  const wrong = Object.keys(members).find(name => !run.try(() => run.evaluate(schema, name, pointer)))
  return (
    wrong === undefined ||
    run.tell(`${pointer}/${escapePointer(wrong)}`, 'propertyNames', 'has a name that the schema does not allow')
  )
}

const everyPresent = <Value>(
  table: Record<string, Value>,
  members: Members,
  subject: Subject,
  check: (value: Value) => boolean,
): boolean => {
  let holds = true
  for (const [name, value] of Object.entries(table)) {
    subject.run.spend(1)
    if (Object.hasOwn(members, name) && !check(value)) holds = false
  }
  return holds
}

export const OBJECT_CHECKS: [string, SchemaCheck][] = [
  count('minProperties', 'least', (length, bound) => length >= bound),
  count('maxProperties', 'most', (length, bound) => length <= bound),
  ['required', ofObjects<string[]>((names, members, subject) => requireNames(names, members, subject, 'required'))],
  [
    'dependentRequired',
    ofObjects<Record<string, string[]>>((table, members, subject) =>
      everyPresent(table, members, subject, names => requireNames(names, members, subject, 'dependentRequired')),
    ),
  ],
  [
    'dependentSchemas',
    ofObjects<Record<string, JsonSchemaObject>>((table, members, subject) =>
      everyPresent(table, members, subject, schema => evaluateHere(schema, subject)),
    ),
  ],
  ['properties', ofObjects(checkProperties)],
  ['patternProperties', ofObjects(checkPatternProperties)],
  ['additionalProperties', ofObjects(checkAdditional)],
  ['propertyNames', ofObjects(checkNames)],
]
