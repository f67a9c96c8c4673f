import test from 'ava'
import { readQuery } from './post-query.ts'
import { snippetOf } from './snippet.ts'

const snippet = (text: string, query: string) => snippetOf(text, readQuery(query).fits)
const marked = (text: string, query: string) => {
  const { text: part, hits } = snippet(text, query)
  return hits.map(({ start, length }) => [...part].slice(start, start + length).join(''))
}

test('a snippet is the part with most matches, with their positions', t => {
  const filler = 'lorem ipsum '.repeat(100)
  const far = snippet(`a fox alone ${filler}here a brown fox is quick ${filler}`, 'quick brown fox')
  t.true(far.text.includes('brown fox is quick') && far.text.length <= 240, far.text)
  t.deepEqual(marked(`${filler}brown fox`, 'fox brown'), ['brown', 'fox'])
  t.deepEqual(snippet('two\nlines', 'nothing'), { text: 'two lines', hits: [] })
})

test('positions are in characters, adjacent matches of one script are one, and an identifier is whole', t => {
  t.deepEqual(snippet('\u{1f600} 東京都庁舎', '都庁舎').hits, [{ start: 4, length: 3 }])
  t.deepEqual(marked('机器学习是人', '习'), ['习'])
  t.deepEqual(marked('use snake_case_name here', 'case'), ['snake_case_name'])
  t.deepEqual(marked('Ёлка и élan', 'елка elan'), ['Ёлка', 'élan'])
})

test('no snippet is cut inside a grapheme', t => {
  for (let blank = 0; blank < 4; blank++) {
    for (const one of ['e\u0301', 'நி', '🇩🇪', '👩\u200d👩\u200d👧']) {
      const { text } = snippet(`${' '.repeat(blank)}${one.repeat(200)} fox ${one.repeat(200)}`, 'fox')
      t.deepEqual(
        text
          .split(new RegExp(`(?:${one})+`))
          .join('')
          .trim(),
        'fox',
        one,
      )
    }
    const { text } = snippet(`${' '.repeat(blank)}${'\u{1f600}'.repeat(400)} fox ${'\u{1f600}'.repeat(400)}`, 'fox')
    t.true(text.isWellFormed())
    t.true(text.includes('fox'))
  }
})
