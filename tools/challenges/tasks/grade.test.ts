import test from 'ava'
import type { Json } from './frame/family.ts'
import { listOf, objectOf, setOf, TEXT, TRUTH, WHOLE } from './frame/schema.ts'
import { isRight } from './grade.ts'

test('a number may be its own text, exactly', t => {
  for (const right of [12, '12', ' 12 ', 12.0]) t.true(isRight(12, right, WHOLE), JSON.stringify(right))
  for (const wrong of ['012', '12.0', '+12', '0xc', '1e1', '1_2', '١٢', 12.5, '', true, [12], null]) {
    t.false(isRight(12, wrong, WHOLE), JSON.stringify(wrong))
  }
})

test('words are the same in any case and composition, not with other letters', t => {
  for (const right of ['Zoë', 'zoë', 'ZOË', ' zoe\u0308 ']) t.true(isRight('Zoë', right, TEXT), right)
  for (const wrong of ['Zoe', 'Zo', 'Zoë.', '', 1, ['Zoë'], { a: 'Zoë' }]) t.false(isRight('Zoë', wrong, TEXT))
})

test('the order of a list counts, that of a set does not, nor do repeated ones pass', t => {
  const right: Json = ['a', 'b', 'c']
  t.true(isRight(right, ['A', 'b', 'c'], listOf(TEXT)))
  t.false(isRight(right, ['b', 'a', 'c'], listOf(TEXT)))
  t.true(isRight(right, ['c', 'b', 'a'], setOf(TEXT)))
  for (const wrong of [['a', 'b'], ['a', 'b', 'b'], ['a', 'b', 'c', 'c'], ['a,b', 'c'], 'abc', { 0: 'a' }]) {
    t.false(isRight(right, wrong, setOf(TEXT)), JSON.stringify(wrong))
  }
})

test('an object has the members asked for and no others, whatever they are called', t => {
  const schema = objectOf({ one: TRUTH, two: setOf(objectOf({ name: TEXT, count: WHOLE })) })
  const right: Json = {
    one: true,
    two: [
      { name: 'x', count: 1 },
      { name: 'y', count: 2 },
    ],
  }
  t.true(
    isRight(
      right,
      {
        two: [
          { count: '2', name: 'Y' },
          { name: 'X', count: 1 },
        ],
        one: true,
      },
      schema,
    ),
  )
  const { two } = right as { two: Json }
  for (const wrong of [
    { one: 'true', two },
    { one: true, two, three: 1 },
    { one: true },
    { two, __proto__: { one: true } },
  ]) {
    t.false(isRight(right, wrong, schema), JSON.stringify(wrong))
  }
  t.false(isRight(right, JSON.parse('{"__proto__":{"one":true},"two":[]}'), schema))
})

test('what is much longer than the right answer is not read', t => {
  t.true(isRight('abc', `abc${' '.repeat(200)}`, TEXT))
  t.false(isRight('abc', `abc${' '.repeat(2_000)}`, TEXT))
  t.false(
    isRight(
      ['abc'],
      Array.from({ length: 1_000_000 }, () => 'abc'),
      listOf(TEXT),
    ),
  )
})
