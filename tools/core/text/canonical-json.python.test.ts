import test from 'ava'
import { fc } from '../../../testing/values/property.ts'
import { HAS_PYTHON, PythonJson } from '../../../testing/values/python-json.ts'
import { JsonReading } from './canonical-json.ts'

const testWithPython = HAS_PYTHON ? test : test.skip
const suffix = HAS_PYTHON ? '' : ' (skipped: there is no python3)'
const RUNS = 1000

const blank = fc.constantFrom('', '', '', ' ', '\t', '\r\n  ')
const literal = fc.string({ unit: 'binary', maxLength: 8 }).map(text => text.replace(/["\\\0-\x1f]/g, ''))
const escaped = fc.constantFrom(
  ...[
    '\\"',
    '\\\\',
    '\\/',
    '\\b',
    '\\f',
    '\\n',
    '\\r',
    '\\t',
    '\\u0000',
    '\\u000A',
    '\\u001F',
    '\\u001f',
    '\\u007f',
    '\\u2028',
  ],
)
const unitEscape = fc.integer({ min: 0, max: 0xffff }).map(unit => `\\u${unit.toString(16).padStart(4, '0')}`)
const pairEscape = fc.integer({ min: 0x10000, max: 0x10ffff }).map(point => {
  const pair = String.fromCodePoint(point)
  return `\\u${pair.charCodeAt(0).toString(16).toUpperCase()}\\u${pair.charCodeAt(1).toString(16)}`
})
const stringPart = fc.oneof(
  { weight: 10, arbitrary: literal },
  { weight: 10, arbitrary: escaped },
  { weight: 5, arbitrary: pairEscape },
  { weight: 2, arbitrary: unitEscape },
)
const stringToken = fc.array(stringPart, { maxLength: 5 }).map(parts => `"${parts.join('')}"`)
const keyToken = fc.oneof(
  { weight: 3, arbitrary: stringToken },
  fc.constantFrom('"1"', '"10"', '"2"', '"__proto__"', '"constructor"', '"a"', '"\\u0061"'),
)
const usualNumbers = ['0', '-0', '-0.0', '1.0', '1e3', '1E+2', '0.10', '9007199254740993', '1e-07', '1e-400']
const numberToken = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom(...usualNumbers) },
  { weight: 20, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }).map(String) },
  { weight: 20, arbitrary: fc.stringMatching(/^-?[1-9][0-9]{0,30}(\.[0-9]{1,20})?([eE][+-]?[0-9]{1,2})?$/) },
  fc.constantFrom('1e400', '-1e999', '2E308', '01', '1.', '.5', '+1', '-', 'NaN', 'Infinity', `1${'0'.repeat(308)}`),
)
const { value } = fc.letrec<{ value: string }>(tie => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.oneof(stringToken, numberToken, fc.constantFrom('true', 'false', 'null')),
    fc.array(padded(tie('value')), { maxLength: 4 }).map(items => `[${items.join(',')}]`),
    fc.array(fc.tuple(padded(keyToken), padded(tie('value'))), { maxLength: 4 }).map(writeObject),
  ),
}))
const document = fc.array(fc.tuple(padded(keyToken), padded(value)), { maxLength: 5 }).map(writeObject)

function padded(token: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.tuple(blank, token, blank).map(parts => parts.join(''))
}

function writeObject(members: [string, string][]): string {
  return `{${members.map(([key, item]) => `${key}:${item}`).join(',')}}`
}

function canonicalText(bytes: Uint8Array): string | null {
  const read = new JsonReading(bytes).document()
  return read.ok ? read.text : null
}

let python: PythonJson
test.before(() => {
  if (HAS_PYTHON) python = new PythonJson()
})
test.after.always(() => python?.close())

testWithPython(`accepts, refuses and writes every document as Python's json does${suffix}`, async t => {
  let accepted = 0
  await fc.assert(
    fc.asyncProperty(document, async text => {
      const bytes = Buffer.from(text)
      const expected = await python.strict(bytes)
      if (expected !== null) accepted++
      t.is(canonicalText(bytes), expected)
    }),
    { numRuns: RUNS },
  )
  t.true(accepted > RUNS / 4, `${accepted} of ${RUNS} were documents`)
})

testWithPython(`accepts and refuses damaged documents as Python's json does${suffix}`, async t => {
  const damage = fc.tuple(
    fc.nat(),
    fc.nat({ max: 2 }),
    fc.oneof(fc.constantFrom(...Buffer.from('{}[]",:\\ue0-+. \n')), fc.nat({ max: 255 })),
  )
  await fc.assert(
    fc.asyncProperty(document, damage, async (text, [place, removed, byte]) => {
      const bytes = [...Buffer.from(text)]
      bytes.splice(place % bytes.length, removed, byte)
      const damaged = Uint8Array.from(bytes)
      t.is(canonicalText(damaged), await python.strict(damaged))
    }),
    { numRuns: RUNS },
  )
})

testWithPython(`reads every form in which Python sends a value as the text that Python signs${suffix}`, async t => {
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ stringUnit: 'binary' })),
      async sent => {
        const forms = await python.forms(Buffer.from(JSON.stringify(sent)))
        for (const wire of forms!.wires) t.is(canonicalText(Buffer.from(wire)), forms!.signed)
      },
    ),
    { numRuns: RUNS },
  )
})
