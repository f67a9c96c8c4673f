import test from 'ava'
import { judgeSchema } from './judge-schema.ts'

const found = (schema: unknown) => judgeSchema(schema).map(({ pointer, code }) => `${pointer} ${code}`)

const nested = (depth: number) => {
  let schema: object = { type: 'string' }
  for (let i = 0; i < depth; i++) schema = { properties: { a: schema } }
  return schema
}

/** Definitions that each refer to the previous one twice. */
const doubled = (count: number) => ({
  $defs: Object.fromEntries(
    Array.from({ length: count }, (_, i) => [
      `d${i}`,
      i === 0 ? { type: 'null' } : { allOf: [{ $ref: `#/$defs/d${i - 1}` }, { $ref: `#/$defs/d${i - 1}` }] },
    ]),
  ),
  $ref: `#/$defs/d${count - 1}`,
})

const SOUND: object[] = [
  {},
  { type: 'object', properties: { city: { type: 'string', minLength: 1 } }, required: ['city'] },
  { $schema: 'https://json-schema.org/draft/2020-12/schema', $id: 'https://x.example/s', type: ['object', 'null'] },
  { $defs: { a: { $anchor: 'name', type: 'string' } }, properties: { x: { $ref: '#/$defs/a' }, y: { $ref: '#name' } } },
  { definitions: { 'a/b~c': true }, $ref: '#/definitions/a~1b~0c' },
  { type: 'array', uniqueItems: true, maxItems: 256 },
  { pattern: '^\\d{3}-[a-z]+\\u0041$', patternProperties: { '^x-': true } },
  { 'x-order': 1, enum: [null, { $ref: 'https://x.example' }], const: { pattern: '(' }, default: { not: 7 } },
  { properties: { $ref: { type: 'string' }, pattern: { type: 'number' }, dependencies: true } },
  {
    $schema: 'http://json-schema.org/draft-07/schema#',
    definitions: { a: { type: 'string' } },
    items: { $ref: '#/definitions/a' },
  },
  {
    $schema: 'https://json-schema.org/draft/2019-09/schema',
    $defs: { a: { $anchor: 'a' } },
    $ref: '#a',
    dependentRequired: { a: ['b'] },
  },
  nested(16),
  doubled(7),
]

for (const [index, schema] of SOUND.entries())
  test(`a valid schema is accepted: ${index}`, t => t.deepEqual(found(schema), []))

const UNSOUND: [about: string, schema: unknown, faults: string[]][] = [
  ['no object', [], [' invalid_type']],
  ['no schema', { properties: { 'a/b': 7 } }, ['/properties/a~1b invalid_type']],
  ['items of older drafts', { items: [{ type: 'string' }] }, ['/items invalid_type']],
  ['no such type', { type: 'text' }, ['/type invalid_schema']],
  ['a bound that is none', { not: { minLength: -1 } }, ['/not/minLength invalid_schema']],
  ['no branches', { anyOf: [] }, ['/anyOf invalid_schema']],
  ['another draft', { $schema: 'http://json-schema.org/draft-04/schema#' }, ['/$schema invalid_schema']],
  [
    'a draft within',
    { not: { $schema: 'https://json-schema.org/draft/2020-12/schema' } },
    ['/not/$schema invalid_schema'],
  ],
  [
    'keywords that draft-07 has not',
    { $schema: 'http://json-schema.org/draft-07/schema#', not: { prefixItems: [true], minContains: 1 } },
    ['/not/prefixItems invalid_schema', '/not/minContains invalid_schema'],
  ],
  [
    'what draft-07 ignores beside a reference',
    {
      $schema: 'http://json-schema.org/draft-07/schema#',
      definitions: { a: true },
      $ref: '#/definitions/a',
      type: 'object',
    },
    ['/type invalid_schema'],
  ],
  [
    'keywords that changed since 2019-09',
    { $schema: 'https://json-schema.org/draft/2019-09/schema', unevaluatedItems: false },
    ['/unevaluatedItems invalid_schema'],
  ],
  ['a keyword of another draft', { dependencies: {} }, ['/dependencies invalid_schema']],
  ['a dynamic reference', { items: { $dynamicRef: '#x' } }, ['/items/$dynamicRef invalid_schema']],
  ['a reference elsewhere', { $ref: 'https://x.example/s.json' }, ['/$ref invalid_reference']],
  ['a reference to a file', { $ref: 'other.json#/$defs/a' }, ['/$ref invalid_reference']],
  ['a reference to nothing', { $ref: '#/$defs/a' }, ['/$ref invalid_reference']],
  ['a reference to no schema', { properties: { a: true }, $ref: '#/properties' }, ['/$ref invalid_reference']],
  ['a reference that does not decode', { $ref: '#%zz' }, ['/$ref invalid_reference']],
  ['an embedded document', { $defs: { a: { $id: 'https://x.example' } } }, ['/$defs/a/$id invalid_schema']],
  ['a reference to itself', { $ref: '#' }, [' unbounded']],
  ['a tree of itself', { $defs: { n: { items: { $ref: '#/$defs/n' } } }, $ref: '#/$defs/n' }, [' unbounded']],
  [
    'a circle nobody refers to',
    { $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } },
    ['/$defs/a unbounded'],
  ],
  ['too many schemas by doubling', doubled(16), [' unbounded']],
  ['too many schemas', { allOf: Array.from({ length: 500 }, () => true) }, [' unbounded']],
  ['too deep', nested(17), [' unbounded']],
  ['too deep by far', nested(600), [' unbounded']],
  ['too large', { description: 'é'.repeat(8_200) }, [' too_big']],
  ['unique without bound', { uniqueItems: true }, ['/uniqueItems unbounded']],
  ['unique with a wide bound', { items: { uniqueItems: true, maxItems: 257 } }, ['/items/uniqueItems unbounded']],
  ['look-around', { pattern: '^(?=a)' }, ['/pattern invalid_pattern']],
  ['a back reference', { patternProperties: { '(a)\\1': true } }, ['/patternProperties/(a)\\1 invalid_pattern']],
  ['flags in a pattern', { pattern: '(?i)a' }, ['/pattern invalid_pattern']],
  ['many classes of Unicode', { pattern: '[\\p{L}\\P{N}]'.repeat(11) }, ['/pattern unbounded']],
  ['a pattern that repeats much', { pattern: '(a?){1000}' }, ['/pattern unbounded']],
  [
    'long patterns',
    { anyOf: [{ pattern: 'a'.repeat(1_500) }, { pattern: 'b'.repeat(600) }] },
    ['/anyOf/1/pattern unbounded'],
  ],
]

for (const [about, schema, faults] of UNSOUND)
  test(`refused with its position: ${about}`, t => t.deepEqual(found(schema), faults))

test('a schema with many faults reports the first twenty', t => {
  t.is(judgeSchema({ allOf: Array.from({ length: 100 }, () => ({ type: 7 })) }).length, 20)
})

test('faults repeat text of the schema only in their position', t => {
  for (const [, schema] of UNSOUND) {
    for (const { message } of judgeSchema(schema)) t.notRegex(message, /x\.example|other\.json|zz/)
  }
})
