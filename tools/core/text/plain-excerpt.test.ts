import test from 'ava'
import { fc } from '../../../testing/values/property.ts'
import { excerpt, firstCharacters } from './plain-excerpt.ts'

test('an excerpt has a maximum number of characters and is cut between code points', t => {
  t.is(excerpt('short', 10), 'short')
  t.is(excerpt('0123456789', 10), '0123456789')
  t.is(excerpt('0123456789a', 10), '012345678…')
  t.is(excerpt('😀'.repeat(10), 10), '😀'.repeat(10))
  t.is(excerpt('😀'.repeat(11), 10), `${'😀'.repeat(9)}…`)
  t.is(excerpt(`a${'😀'.repeat(10)}`, 10), `a${'😀'.repeat(8)}…`)
  t.is([...excerpt('😀'.repeat(300))].length, 280)
})

const VISIBLE = {
  'an accent': 'e\u0301',
  'a vowel sign': 'ที่',
  'a conjunct': 'நி',
  'a family': '👩\u200d👩\u200d👧',
  'a skin tone': '👍🏽',
  'a flag': '🇩🇪',
  'a keycap': '1\ufe0f\u20e3',
  'a flag of tags': '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  'Hangul in letters': '\u1112\u1161\u11ab',
  'a line end': '\r\n',
}

for (const [what, one] of Object.entries(VISIBLE)) {
  test(`an excerpt never ends inside a grapheme: ${what}`, t => {
    const size = [...one].length
    for (let ahead = 0; ahead <= size; ahead++) {
      const text = 'a'.repeat(ahead) + one.repeat(20)
      const whole = Math.floor((9 - ahead) / size)
      t.is(excerpt(text, 10), `${'a'.repeat(ahead)}${one.repeat(whole)}…`)
      t.is(firstCharacters(text, 10), 'a'.repeat(ahead) + one.repeat(Math.floor((10 - ahead) / size)))
    }
  })
}

test('an excerpt is the text or the longest fitting sequence of whole graphemes, and …', t => {
  const characters = fc.array(
    fc.constantFrom('a', ' ', 'é', '\u0600', '\u200d', '\u0301', '\r', '\n', ...Object.values(VISIBLE)),
  )
  const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })
  fc.assert(
    fc.property(characters, fc.integer({ min: 1, max: 30 }), (parts, most) => {
      const text = parts.join('')
      const shown = excerpt(text, most)
      if ([...text].length <= most) return t.is(shown, text)
      let fitting = ''
      for (const { segment } of segmenter.segment(text)) {
        if ([...(fitting + segment)].length > most - 1) break
        fitting += segment
      }
      t.is(shown, `${fitting}…`)
    }),
  )
})

test('a grapheme longer than an excerpt is omitted', t => {
  t.is(excerpt(`a${'\u0301'.repeat(300)}`), '…')
})
