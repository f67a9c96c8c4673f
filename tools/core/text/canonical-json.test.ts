import test from 'ava'
import { RESOURCE_LIMITS } from '../../../concurrency/resource-limits.ts'
import { hasVectors, readTestVectors, readVectorFiles } from '../../../testing/values/vectors.ts'
import { type CanonicalReason, JsonReading } from './canonical-json.ts'

const read = (input: Uint8Array | string) => new JsonReading(Buffer.from(input as string))

const canonicalize = (input: Uint8Array | string) => read(input).document()

function canonicalText(input: Uint8Array | string): string | undefined {
  const document = canonicalize(input)
  return document.ok ? document.text : undefined
}

function nest(depth: number): string {
  return `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`
}

const copied = [
  '1.0',
  '1e3',
  '1E+2',
  '-0',
  '-0.0',
  '9007199254740993',
  '0.10',
  '1e-07',
  '1e-400',
  '123456789012345678901',
]
for (const lexeme of copied) {
  test(`copies the number ${lexeme} as written`, t => {
    t.is(canonicalText(` { "a" : [ ${lexeme} , ${lexeme} ] } `), `{"a":[${lexeme},${lexeme}]}`)
  })
}

const written: [string, string][] = [
  ['{}', '{}'],
  [' \t\r\n{ \n}\n ', '{}'],
  ['{"b":1.0,"10":1e-07,"2":12345678901234567890}', '{"b":1.0,"10":1e-07,"2":12345678901234567890}'],
  ['{"a" : [ ] , "b" : { } , "c" : [ true , false , null ] }', '{"a":[],"b":{},"c":[true,false,null]}'],
  ['{"\\u0061\\/":"\\u00e9\\ud83d\\ude00"}', '{"a/":"é😀"}'],
  ['{"a":"\\u0022\\u005c\\u002f\\u0008\\u000c\\u000a\\u000d\\u0009"}', '{"a":"\\"\\\\/\\b\\f\\n\\r\\t"}'],
  ['{"a":"\\u001F\\u001f\\u0000\\u000B"}', '{"a":"\\u001f\\u001f\\u0000\\u000b"}'],
  ['{"a":"\\u007f\\u2028\\u2029\\ufeff\\u003c\\u0080"}', '{"a":"\x7f\u2028\u2029\ufeff<\x80"}'],
  ['{"a":"\\\\u00e9 \\\\ud800"}', '{"a":"\\\\u00e9 \\\\ud800"}'],
  ['{"__proto__":{"x":1},"constructor":2,"":3}', '{"__proto__":{"x":1},"constructor":2,"":3}'],
  ['{"é":1,"e\u0301":2}', '{"é":1,"e\u0301":2}'],
  [nest(64), nest(64)],
]
for (const [input, text] of written) {
  test(`writes ${JSON.stringify(input).slice(0, 60)} as a signer does`, t => {
    t.is(canonicalText(input), text)
    t.is(canonicalText(Buffer.from(input)), text)
    t.is(canonicalText(text), text)
  })
}

const refused: [string | number[], CanonicalReason, number][] = [
  ['', 'empty document', 0],
  [' \n', 'empty document', 2],
  ['[]', 'not an object', 0],
  ['"a"', 'not an object', 0],
  ['null', 'not an object', 0],
  [[0xef, 0xbb, 0xbf, 0x7b, 0x7d], 'byte order mark', 0],
  [[0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d], 'invalid UTF-8', 2],
  [[0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d], 'invalid UTF-8', 2],
  [[0x7b, 0x22, 0xef, 0xbf, 0xbd, 0xff, 0x22, 0x3a, 0x31, 0x7d], 'invalid UTF-8', 5],
  [[0x7b, 0x22, 0xef, 0xbf], 'invalid UTF-8', 4],
  ['{"a":"\\ud800"}', 'lone surrogate', 5],
  ['{"a":"\\ude00\\ud83d"}', 'lone surrogate', 5],
  ['{"\\udfff":1}', 'lone surrogate', 1],
  ['{"a":1,"a":1}', 'duplicate key', 7],
  ['{"é":1,"\\u00e9":1}', 'duplicate key', 8],
  ['{"x":{"a":[{"b":1,"\\u0062":2}]}}', 'duplicate key', 18],
  ['{"__proto__":1,"__proto__":2}', 'duplicate key', 15],
  [nest(65), 'nested deeper than 64 levels', 68],
  ['{"a":1e400}', 'number out of range', 5],
  ['{"a":-2E308}', 'number out of range', 5],
  [`{"a":1${'0'.repeat(309)}}`, 'number out of range', 5],
  ['{}{}', 'text after the end', 2],
  ['{} \0', 'text after the end', 3],
  ['{"a":"\n"}', 'control character in a string', 6],
  ['{"a":"\\x41"}', 'invalid escape', 6],
  ['{"a":"\\u12g4"}', 'invalid escape', 6],
  ['{"a":"\\U0041"}', 'invalid escape', 6],
  ['{"a":"\\', 'invalid escape', 6],
  ['{"a":"x', 'unexpected end', 7],
  ['{"a":tru', 'unexpected character', 5],
  ['{"a":', 'unexpected end', 5],
  ['{"a":[1}', 'unexpected character', 7],
  ['{"a":1]', 'unexpected character', 6],
  ['{"a":1,}', 'unexpected character', 7],
  ['{"a":[1,]}', 'unexpected character', 8],
  ['{a:1}', 'unexpected character', 1],
  ["{'a':1}", 'unexpected character', 1],
  ['{"a" 1}', 'unexpected character', 5],
  ['{"é" 1}', 'unexpected character', 6],
  ['{"a":1 "b":2}', 'unexpected character', 7],
  ['{"a":\u00a01}', 'unexpected character', 5],
  ['{"a":/**/1}', 'unexpected character', 5],
  ...['01', '-01', '1.', '0x1', '1e', '1_0', '2.e3'].map((lexeme): [string, CanonicalReason, number] => [
    `{"a":${lexeme}}`,
    'unexpected character',
    5 + lexeme.search(/(?<=0)1|[.x_e]/),
  ]),
  ...['+1', '.5', 'NaN', 'Infinity', '-Infinity', '-', '١'].map((lexeme): [string, CanonicalReason, number] => [
    `{"a":${lexeme}}`,
    'unexpected character',
    5,
  ]),
]
for (const [input, reason, offset] of refused) {
  test(`refuses ${JSON.stringify(input).slice(0, 60)}: ${reason}`, t => {
    t.deepEqual(canonicalize(typeof input === 'string' ? input : Uint8Array.from(input)), { ok: false, reason, offset })
  })
}

test('refuses every raw control character in a string, and no other character', t => {
  for (let code = 0; code < 0x100; code++) {
    const text = `{"a":"x${String.fromCharCode(code)}y"}`
    t.is(canonicalize(text).ok, code >= 0x20 && code !== 0x22 && code !== 0x5c, `${code}`)
  }
})

test('returns the members of the top level, decoded, in order', t => {
  const read = canonicalize(
    '{ "o" : { "x": [1 ] } , "\\u0061" : [ ], "s":"\\/","n":-1.50 ,"t":true,"f":false,"z": null }',
  )
  t.true(read.ok)
  if (!read.ok) return
  t.deepEqual(
    [...read.members],
    [
      ['o', '{"x":[1]}'],
      ['a', '[]'],
      ['s', '"/"'],
      ['n', '-1.50'],
      ['t', 'true'],
      ['f', 'false'],
      ['z', 'null'],
    ],
  )
})

test('a document has a maximum number of values, not counting keys', t => {
  const { limit } = RESOURCE_LIMITS.input_values
  const list = (count: number) => `{"a":[${'{},'.repeat(count - 3)}0]}`
  t.true(canonicalize(list(limit)).ok)
  t.like(canonicalize(list(limit + 1)), { ok: false, reason: 'more than 10000 values' })
  t.like(read(list(limit + 1)).value(), { ok: false, reason: 'more than 10000 values' })
})

test('a lone surrogate is rejected in signed data and kept in a bare value; before another fault, each is reported', t => {
  const lone = read('{"a":"\\ud800","b":1}')
  t.deepEqual(lone.document(), { ok: false, reason: 'lone surrogate', offset: 5 })
  t.deepEqual(lone.value(), { ok: true, value: { a: '\ud800', b: 1 } })
  const faulty = read('{"a":"\\ud800","b":x}')
  t.deepEqual(faulty.document(), { ok: false, reason: 'lone surrogate', offset: 5 })
  t.deepEqual(faulty.value(), { ok: false, reason: 'unexpected character', offset: 18 })
})

test('takes linear time for the worst documents', t => {
  const size = 512 * 1024
  t.false(canonicalize(`{"a":${'['.repeat(100_000)}`).ok)
  t.true(canonicalize(`{"a":"${'\\\\'.repeat(size / 2)}"}`).ok)
  t.true(canonicalize(`{"a":${' '.repeat(size)}0.${'1'.repeat(size)}}`).ok)
  t.false(canonicalize(`{"a":${'1'.repeat(size)}}`).ok)
  const keys = Array.from({ length: RESOURCE_LIMITS.input_values.limit - 1 }, (_, index) => `"${index}":0`)
  t.true(canonicalize(`{${keys.join()}}`).ok)
})

const suite = 'jsontestsuite'
const testWithVectors = hasVectors(suite) ? test : test.skip
testWithVectors(`agrees with JSONTestSuite${hasVectors(suite) ? '' : ' (skipped: the vectors are not there)'}`, t => {
  const { i_accept } = readTestVectors<{ i_accept: string[] }>(suite, 'expectations.json')
  const files = readVectorFiles(suite, 'test_parsing')
  for (const { name, bytes } of files) {
    const isDuplicate = /^y_object_duplicated_key/.test(name)
    const expected = (name.startsWith('y_') && !isDuplicate) || i_accept.includes(name)
    const wrapped = Buffer.concat([Buffer.from('{"v":'), bytes, Buffer.from('}')])
    t.is(canonicalize(wrapped).ok, expected, name)
    t.is(canonicalize(bytes).ok, expected && /^\s*\{/.test(bytes.toString()), name)
  }
  t.true(files.length > 300)
})
