import test from 'ava'
import { readMarks, warningsOf } from './markup.ts'

const marks = (content: string, type = 'text/plain') => {
  const { mentions, hashtags } = readMarks(type, content)
  return { mentions, hashtags }
}

test('mentions follow the grammar of handles, in any case, without a trailing separator', t => {
  for (const [content, mentions] of [
    ['@ann hello', ['ann']],
    ['hi @Ann, @bob.', ['ann', 'bob']],
    ['(@a-b_c.d-)', ['a-b_c.d']],
    ['mail ann@example.org', []],
    ['@@ann', []],
    ['@ab', []],
    [`@${'a'.repeat(33)}`, []],
    [`@${'a'.repeat(32)}`, ['a'.repeat(32)]],
    ['é@ann', ['ann']],
    ['@ann @ann @ANN', ['ann']],
  ] as const)
    t.deepEqual(marks(content).mentions, [...mentions], content)
})

test('hashtags are letters, digits and underscores of any script, lower case and NFKC', t => {
  for (const [content, hashtags] of [
    ['#Go #GO', ['go']],
    ['#Ünïcode_1', ['ünïcode_1']],
    ['#日本語', ['日本語']],
    ['#ﬁne', ['fine']],
    ['a#b', []],
    ['##x', []],
    ['&#39;', []],
    [`#${'a'.repeat(51)}`, []],
    [`#${'ﬁ'.repeat(25)} #${'ﬁ'.repeat(26)} #ﷺ`, ['fi'.repeat(25)]],
    [`#${'𐐀'.repeat(50)}`, ['𐐨'.repeat(50)]],
  ] as const)
    t.deepEqual(marks(content).hashtags, [...hashtags], content)
})

test('nothing is parsed inside code spans, URLs or JSON keys', t => {
  t.deepEqual(marks('`@ann` ``#x ` @bob`` ```\n@carl\n``` @dora'), { mentions: ['dora'], hashtags: [] })
  t.deepEqual(marks('see https://example.org/@ann#frag and www.example.org/#tag'), { mentions: [], hashtags: [] })
  t.deepEqual(marks('{"@ann":{"#k":["@bob #tag"]}}', 'application/json'), { mentions: ['bob'], hashtags: ['tag'] })
})

test('the first five of each count; the rest are ignored with a warning', t => {
  const read = readMarks('text/plain', '@aaa @bbb @ccc @ddd @eee @fff #1 #2 #3 #4 #5 #6 #7')
  t.deepEqual(read.mentions, ['aaa', 'bbb', 'ccc', 'ddd', 'eee'])
  t.deepEqual(read.hashtags, ['1', '2', '3', '4', '5'])
  t.is(warningsOf(read).length, 2)
})

test('long hostile texts are read in linear time', t => {
  t.deepEqual(marks('`'.repeat(25_000)).mentions, [])
  t.deepEqual(marks('@'.repeat(25_000)).mentions, [])
  t.deepEqual(marks('`a'.repeat(12_500)).mentions, [])
  for (const part of ['a.', 'a-', 'a+']) t.deepEqual(marks(part.repeat(12_500)).mentions, [])
  t.deepEqual(marks(`${'[['.repeat(5_000)}"@ann"${']]'.repeat(5_000)}`, 'application/json').mentions, ['ann'])
})
