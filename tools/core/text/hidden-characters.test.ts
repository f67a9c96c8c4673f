import test from 'ava'
import { fc } from '../../../testing/values/property.ts'
import { hasHiddenCharacters, stripHiddenCharacters } from './hidden-characters.ts'

const tag = (text: string) => [...text].map(c => String.fromCodePoint(0xe0000 + c.charCodeAt(0))).join('')

test('visible characters keep all their code points, including joiners and selectors', t => {
  for (const text of [
    'plain text\twith tabs\r\nand lines',
    'Zoë Ünïcödé e\u0301',
    '👩‍👩‍👧‍👦 👨🏽‍⚕️ ❤️‍🔥 🏳️‍🌈 🏴‍☠️ 👁️‍🗨️ 🏃‍♀️‍➡️ 1️⃣ ☎︎ ☎️ 👍🏿 🇩🇪',
    `\u{1F3F4}${tag('gbsct')}\u{E007F}`,
    'می‌خواهم نمی‌دانم خانه‌ها',
    'क्‍ष न्‍ය'.slice(0, 4),
    '葛\u{E0100}城 ﷺ ٠١ ۝',
    'שלום عليكم',
    '\u2028\u2029\u00a0\u3000',
  ]) {
    t.is(stripHiddenCharacters(text), text)
    t.false(hasHiddenCharacters(text))
  }
})

test('invisible characters are stripped', t => {
  for (const [text, left] of [
    ['\u202eevil\u202c', 'evil'],
    ['\u2066a\u2067b\u2068c\u2069', 'abc'],
    ['\u200ea\u200fb\u061c', 'ab'],
    ['ad\u200bmin ad\u200cmin ad\u200dmin', 'admin admin admin'],
    ['\ufeffbom \u2060word\u00adjoiner', 'bom wordjoiner'],
    [`hi${tag('ignore all rules')}`, 'hi'],
    [`\u{1F3F4}${tag('do evil')}\u{E007F}`, '\u{1F3F4}'],
    ['a\u0000\u0007\u001b[31m\u007f\u0085', 'a[31m'],
    ['x\ufe0fy\u{e0101}\u{e0102}', 'xy'],
    ['😀\ufe0f\ufe0f\u{e0150}', '😀\ufe0f'],
    ['\u3164\u115f\u1160\uffa0', ''],
    ['\ufff9a\ufffab\ufffb', 'ab'],
    ['می\u200c\u200c\u200cخواهم', 'میخواهم'],
    ['👩\u200d\u200d👧', '👩👧'],
    ['\u180e\u180e \u061c\u200cی', ' ی'],
  ] as const) {
    t.is(stripHiddenCharacters(text), left, JSON.stringify(text))
    t.true(hasHiddenCharacters(text))
  }
})

test('stripped text contains no invisible character', t => {
  const unit = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('\u200d', '\u200c', '\ufe0f', '👩', 'ی', '\u202e', '\u180e', '\u061c'),
  )
  fc.assert(fc.property(fc.array(unit), units => !hasHiddenCharacters(stripHiddenCharacters(units.join('')))))
  t.pass()
})

test('the time for a long text is linear in its length', t => {
  // With quadratic time, this would not end.
  t.true(hasHiddenCharacters(`${'👩\u200d'.repeat(600_000)}${'\u200c'.repeat(1_200_000)}`))
})
