import test from 'ava'
import { fc } from '../../testing/values/property.ts'
import { boundBytes, countFitting } from './json-encoding.ts'

const json = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

test('the estimated size of a value is never below its bytes in JSON', t => {
  const text = fc.string({ unit: 'binary' })
  const leaf = fc.oneof(text, fc.double(), fc.maxSafeInteger(), fc.boolean(), fc.constant(null))
  const item = fc.dictionary(
    fc.stringMatching(/^[a-z_]{1,12}$/),
    fc.oneof(leaf, fc.array(leaf), fc.record({ a: leaf })),
  )
  fc.assert(fc.property(item, value => boundBytes(value) >= json(value)))
  for (const unit of ['\0', '\u001f', '"', '\\', 'é', '\u2028', '\u{1f600}', '\ud800']) {
    t.true(boundBytes(unit.repeat(50)) >= json(unit.repeat(50)), json(unit).toString())
  }
})

test('a value is classified as long without reading all of it', t => {
  const leaf = fc.oneof(fc.string(), fc.double(), fc.constant(null))
  const item = fc.array(fc.oneof(leaf, fc.array(leaf), fc.record({ a: leaf, b: fc.array(leaf) })))
  fc.assert(
    fc.property(item, fc.nat(1_000), (value, enough) => {
      t.is(boundBytes(value, enough) > enough, boundBytes(value) > enough)
    }),
  )
})

test('as many items fit as their JSON has room, and at least one', t => {
  const item = { text: 'x'.repeat(100) }
  const bytes = json(item) + 1
  const items = Array.from({ length: 10 }, () => item)
  t.is(countFitting(items, 10 * bytes), 10)
  t.is(countFitting(items, 10 * bytes - 1), 9)
  t.is(countFitting(items, 1), 1)
  t.is(countFitting([], 1), 0)
})
