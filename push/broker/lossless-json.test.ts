import test from 'ava'
import { isCanonicalNumber, JsonText, parseJson, stringifyJson, textOrValue } from './lossless-json.ts'

const KEPT = [
  '{"a":9007199254740993,"b":-0,"c":1.0,"d":[1e2,1E+2,0.10,-12345678901234567890]}',
  '{"__proto__":{"x":1.0},"constructor":1,"toString":"1.0","hasOwnProperty":{}}',
  '{"":[],"a b":{},"\\"}":"]","é\\n":[1.50,"\\\\",null,true,false]}',
  '1.0',
  '[]',
]

for (const text of KEPT) test(`${text} is written as it was read`, t => t.is(stringifyJson(parseJson(text)), text))

test('white space is removed, and everything else retained', t => {
  t.is(
    stringifyJson(parseJson(' { "a" : [ 1.0 , { } , [ ] ] ,\n "b" : "x, 1.0 ]" } ')),
    '{"a":[1.0,{},[]],"b":"x, 1.0 ]"}',
  )
})

test('values without lossless numbers are plain', t => {
  t.deepEqual(parseJson('{"a":[1,-2.5,"1.0",1e+21]}'), { a: [1, -2.5, '1.0', 1e21] })
  t.false(parseJson('{"a":1.5}') instanceof JsonText)
})

test('numbers beyond doubles are refused in any position', t => {
  for (const text of ['1e999', '[-1e400]', '{"a":{"b":[1E309]}}', `{"a":${'9'.repeat(400)}}`]) {
    t.throws(() => parseJson(text), { instanceOf: RangeError })
  }
  t.deepEqual(parseJson('["1e999"]'), ['1e999'])
  t.throws(() => parseJson('{"a":1.}'), { instanceOf: SyntaxError })
})

test('all other values equal those of JSON.parse', t => {
  const value = parseJson('{"a":[9007199254740993,1.0]}')
  t.is(JSON.stringify(value), '{"a":[9007199254740992,1]}')
  t.is(JSON.stringify({ b: new JsonText('{"2":1.0,"1":0}') }), '{"b":{"1":0,"2":1}}')
})

test('an object retains the order of its names, and is plain if it needs nothing else', t => {
  t.deepEqual(textOrValue('{"a":1}'), { a: 1 })
  t.is(stringifyJson({ data: textOrValue('{"2":1,"1":2}'), after: 1.5 }), '{"data":{"2":1,"1":2},"after":1.5}')
  t.is(stringifyJson({ text: '\\u0000', n: new JsonText('1.0') }), '{"text":"\\\\u0000","n":1.0}')
})

test('the canonical form has the values of doubles', t => {
  for (const token of [
    '0',
    '-0',
    '1.0',
    '1e2',
    '0.1',
    '1e300',
    '-1e-7',
    '9007199254740991',
    '9007199254740992',
    '1e23',
  ]) {
    t.true(isCanonicalNumber(token), token)
  }
  for (const token of [
    '9007199254740993',
    '-9007199254740994',
    '12345678901234567890',
    '9007199254740993.0',
    '123456789012345678e3',
  ]) {
    t.false(isCanonicalNumber(token), token)
  }
})
