import { isSame } from './equality.ts'
import type { JsonSchemaObject } from './keywords.ts'
import { ofArrays, type SchemaCheck, type Subject } from './schema-check.ts'

const count = (
  code: string,
  words: string,
  holds: (length: number, bound: number) => boolean,
): [string, SchemaCheck] => [
  code,
  ofArrays<number>(
    (bound, items, { run, pointer }) =>
      holds(items.length, bound) || run.tell(pointer, code, `must have at ${words} ${bound} items`),
  ),
]

/** Validates each item by the schema of its position, and reports every error. */
function eachItem(
  items: unknown[],
  from: number,
  to: number,
  schemaOf: (place: number) => JsonSchemaObject,
  subject: Subject,
) {
  let holds = true
  for (let place = from; place < Math.min(to, items.length); place++) {
    subject.spoken?.places.add(place)
    if (!subject.run.evaluate(schemaOf(place), items[place], `${subject.pointer}/${place}`)) holds = false
  }
  return holds
}

const prefixLength = ({ schema }: Subject): number =>
  Array.isArray(schema.prefixItems) ? schema.prefixItems.length : 0

function checkContains(schema: JsonSchemaObject, items: unknown[], subject: Subject): boolean {
  const { run, pointer, spoken } = subject
  const { minContains = 1, maxContains = Number.POSITIVE_INFINITY } = subject.schema
  const found = items.flatMap((item, place) => (run.try(() => run.evaluate(schema, item, pointer)) ? [place] : []))
  for (const place of found) spoken?.places.add(place)
  if (found.length < Number(minContains)) return run.tell(pointer, 'contains', 'has too few matching items')
  return found.length <= Number(maxContains) || run.tell(pointer, 'maxContains', 'has too many matching items')
}

/** Requires unique items. For an array that is too long, no further errors are reported. */
function checkUnique(isAsked: boolean, items: unknown[], { run, schema, pointer }: Subject): boolean {
  if (!isAsked || items.length > Number(schema.maxItems)) return true
  const place = items.findIndex((item, place) => items.slice(0, place).some(before => isSame(before, item, run)))
  return place === -1 || run.tell(`${pointer}/${place}`, 'uniqueItems', 'must not equal a previous item')
}

export const ARRAY_CHECKS: [string, SchemaCheck][] = [
  count('minItems', 'least', (length, bound) => length >= bound),
  count('maxItems', 'most', (length, bound) => length <= bound),
  [
    'prefixItems',
    ofArrays<JsonSchemaObject[]>((schemas, items, subject) =>
      eachItem(items, 0, schemas.length, place => schemas[place] as JsonSchemaObject, subject),
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
