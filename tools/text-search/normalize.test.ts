import test from 'ava'
import { fc } from '../../testing/values/property.ts'
import { normalize } from './normalize.ts'

test('normalizing parts of a normalized word changes nothing', t => {
  const character = fc.oneof(
    fc.constantFrom(...'ぁゖァヺ一가힣กำไทยខ្មែរမြန်မာ', '\u3099', 'ｶ', 'ﾞ', 'ー'),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  )
  fc.assert(
    fc.property(fc.array(character, { minLength: 2, maxLength: 5 }), characters => {
      const whole = normalize(characters.join(''))
      for (let at = 1; at < whole.length; at++) {
        t.is(normalize(whole.slice(0, at).toWellFormed()), whole.slice(0, at).toWellFormed())
        t.is(normalize(whole.slice(at).toWellFormed()), whole.slice(at).toWellFormed())
      }
    }),
    { numRuns: 2_000 },
  )
  t.is(normalize('ＤＢ索引'), 'db索引')
  t.is(normalize('𖡶်\u0640\u3099'), '𖡶\u3099်')
})
