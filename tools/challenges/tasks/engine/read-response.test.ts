import test from 'ava'
import { grade } from './grade.ts'
import { schemaOf } from './schema.ts'

const RIGHT = { tavo: 7, miru: ['Ana', 'Zoë'], kelo: 'Norvik' }
const [WHOLE, TEXT, TEXTS, PLACES] = [schemaOf(7), schemaOf('a'), schemaOf(['a']), schemaOf(RIGHT)]
const TEXT_OF_RIGHT = JSON.stringify(RIGHT)

test('an integer is a number or its text, with any zeros and white space around it', t => {
  for (const right of [
    7,
    7.0,
    '7',
    ' 7 ',
    '7.00',
    '7.',
    '7.00.',
    '"7"',
    '`7`',
    '07',
    '+7',
    '7\n',
    [7],
    { value: 7, unit: 'crates' },
  ]) {
    t.true(grade(7, right, WHOLE), JSON.stringify(right))
  }
  for (const wrong of [8, -7, '-7', '70']) t.not(grade(7, wrong, WHOLE), true, JSON.stringify(wrong))
  t.true(grade(0, '-0', WHOLE))
  for (const unfit of [
    'seven',
    '7.5',
    7.5,
    'seven crates',
    '0x7',
    '7_0',
    '٧',
    '',
    true,
    null,
    [7, 7],
    {},
    Number.POSITIVE_INFINITY,
    '1e999',
    '9'.repeat(16),
  ]) {
    t.is(grade(7, unfit, WHOLE), undefined, JSON.stringify(unfit))
  }
})

test('text is compared regardless of case and composition, without quotes and a full stop around it', t => {
  for (const right of [
    'Zoë',
    'zoë',
    'ZOË',
    ' zoe\u0308 ',
    '"Zoë"',
    '`Zoë`',
    'Zoë.',
    '“Zoë.”\n',
    ['Zoë'],
    { name: 'Zoë' },
  ]) {
    t.true(grade('Zoë', right, TEXT), JSON.stringify(right))
  }
  for (const wrong of ['Zoe', 'Zo', 'Zoë Zoë', '', '.', 1]) t.false(grade('Zoë', wrong, TEXT), JSON.stringify(wrong))
  for (const unfit of [null, true, ['Zoë', 'Ana'], { name: 'Zoë', other: 'Ana' }]) {
    t.is(grade('Zoë', unfit, TEXT), undefined, JSON.stringify(unfit))
  }
  t.true(grade('...', '...', TEXT))
  t.false(grade('...', '', TEXT))
  t.true(grade('Quiet  Heron', 'quiet heron', TEXT))
  t.true(grade('42', 42, TEXT))
})

test('lists are in the required order', t => {
  t.true(grade(['a', 'b'], ['A', 'b.'], TEXTS))
  for (const wrong of [['b', 'a'], ['a'], ['a', 'b', 'b'], ['a,b'], []]) t.false(grade(['a', 'b'], wrong, TEXTS))
  for (const unfit of ['a, b', { 0: 'a', 1: 'b' }, null]) t.is(grade(['a', 'b'], unfit, TEXTS), undefined)
  for (const right of ['["a","b"]', '```\n["a", "b"]\n```', { list: ['a', 'b'] }])
    t.true(grade(['a', 'b'], right, TEXTS))
})

test('an answer is accepted in any representation that is unambiguous', t => {
  for (const right of [
    RIGHT,
    { ...RIGHT, extra: 1, why: { tavo: 9 } },
    { tavo: '7.00', miru: '["ana","zoë"]', kelo: 'norvik.' },
    TEXT_OF_RIGHT,
    ` ${JSON.stringify(RIGHT, null, 2)} \n`,
    `${TEXT_OF_RIGHT}.`,
    `\`${TEXT_OF_RIGHT}\``,
    `\`\`\`json\n${TEXT_OF_RIGHT}\n\`\`\``,
    `Here is my answer:\n\`\`\`\n${TEXT_OF_RIGHT}\n\`\`\`\nI hope that it is right.`,
    `The answer is ${TEXT_OF_RIGHT}`,
    JSON.stringify(TEXT_OF_RIGHT),
    { answer: RIGHT },
    { answer: TEXT_OF_RIGHT, task: 1, reasoning: 'Seven crates are left.' },
    { response: { answer: RIGHT } },
    [RIGHT],
    { first: RIGHT, second: RIGHT },
  ]) {
    t.true(grade(RIGHT, right, PLACES), JSON.stringify(right))
  }
})

test('an answer that means nothing, or is ambiguous, is invalid', t => {
  const other = { ...RIGHT, tavo: 8 }
  const { kelo: _, ...fewer } = RIGHT
  for (const unfit of [
    { first: RIGHT, second: other },
    [RIGHT, other],
    `\`\`\`\n${TEXT_OF_RIGHT}\n\`\`\`\n\`\`\`\n${JSON.stringify(other)}\n\`\`\``,
    fewer,
    { ...RIGHT, tavo: 'seven' },
    { ...RIGHT, tavo: JSON.parse('1e999') },
    { TAVO: 7, miru: [], kelo: '' },
    'I do not know.',
    '{"tavo": 7,',
    '',
    null,
    undefined,
    7,
    [],
    {},
    JSON.parse('{"__proto__":{"tavo":7,"miru":[],"kelo":"","extra":{}}}').none,
    { a: { b: { c: { d: { e: { f: RIGHT } } } } } },
  ]) {
    t.is(grade(RIGHT, unfit, PLACES), undefined, JSON.stringify(unfit))
  }
  t.false(grade(RIGHT, { answer: other }, PLACES))
})

test('names of prototypes are not members of an answer', t => {
  const schema = schemaOf({ constructor: 'a', toString: 'b' })
  t.is(grade({ constructor: 'a', toString: 'b' }, {}, schema), undefined)
  t.true(grade({ constructor: 'a', toString: 'b' }, { toString: 'b', constructor: 'a' }, schema))
})

test('reading takes bounded time, whatever the input is', t => {
  const deep = JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`)
  const long = Array.from({ length: 1_000_000 }, () => 'x')
  const marks = `${'"'.repeat(24_000)}x${'. '.repeat(12_000)}x`
  const nested = Array.from({ length: 6 }).reduce<string>(text => JSON.stringify({ a: text, b: text }), TEXT_OF_RIGHT)
  for (const odd of [
    deep,
    long,
    { tavo: 7, miru: long, kelo: '' },
    marks,
    '```'.repeat(16_000),
    '{'.repeat(50_000),
    nested,
  ]) {
    t.is(grade(RIGHT, odd, PLACES), undefined)
  }
  t.true(grade(RIGHT, { ...RIGHT, long }, PLACES))
})
