import { isSame } from './equality.ts'
import type { JsonSchemaObject } from './keywords.ts'
import { ofArrays, type SchemaCheck, type Subject } from './schema-check.ts'

const count = (
  code: string,
  phrase: string,
  holds: (length: number, bound: number) => boolean,
): [string, SchemaCheck] => [
  code,
  ofArrays<number>(
    (bound, items, { run, pointer }) =>
      holds(items.length, bound) || run.tell(pointer, code, `must have at ${phrase} ${bound} items`),
  ),
]

/** Validates each item by the schema of its position, and reports every error. */
function eachItem(
  items: unknown[],
  from: number,
  to: number,
  schemaOf: (index: number) => JsonSchemaObject,
  subject: Subject,
) {
  let holds = true
  for (let index = from; index < Math.min(to, items.length); index++) {
    subject.spoken?.indexes.add(index)
    if (!subject.run.evaluate(schemaOf(index), items[index], `${subject.pointer}/${index}`)) holds = false
  }
  return holds
}

const prefixLength = ({ schema }: Subject): number =>
  Array.isArray(schema.prefixItems) ? schema.prefixItems.length : 0

function checkContains(schema: JsonSchemaObject, items: unknown[], subject: Subject): boolean {
  const { run, pointer, spoken } = subject
  const { minContains = 1, maxContains = Number.POSITIVE_INFINITY } = subject.schema
  const found = items.flatMap((item, index) => (run.try(() => run.evaluate(schema, item, pointer)) ? [index] : []))
  for (const index of found) spoken?.indexes.add(index)
  if (found.length < Number(minContains)) return run.tell(pointer, 'contains', 'has too few matching items')
  return found.length <= Number(maxContains) || run.tell(pointer, 'maxContains', 'has too many matching items')
}

/** Requires unique items. For an array that is too long, no further errors are reported. */
function checkUnique(mustBeUnique: boolean, items: unknown[], { run, schema, pointer }: Subject): boolean {
  if (!mustBeUnique || items.length > Number(schema.maxItems)) return true
  const index = items.findIndex((item, at) => items.slice(0, at).some(before => isSame(before, item, run)))
  return index === -1 || run.tell(`${pointer}/${index}`, 'uniqueItems', 'must not equal a previous item')
}

export const ARRAY_CHECKS: [string, SchemaCheck][] = [
  count('minItems', 'least', (length, bound) => length >= bound),
  count('maxItems', 'most', (length, bound) => length <= bound),
  [
    'prefixItems',
    ofArrays<JsonSchemaObject[]>((schemas, items, subject) =>
      eachItem(items, 0, schemas.length, index => schemas[index] as JsonSchemaObject, subject),
    ),
  ],
  [
    'items',
    ofArrays<JsonSchemaObject>((schema, items, subject) =>
      eachItem(items, prefixLength(subject), items.length, () => schema, subject),
    ),
  ],
  ['contains', ofArrays(checkContains)],
  ['uniqueItems', ofArrays(checkUnique)],
]
