import test from 'ava'
import { fc } from '../../testing/values/property.ts'
import {
  boundBytes,
  countFitting,
  encode,
  encodeInString,
  type Json,
  json,
  sharedJson,
  shareJson,
  sizeOf,
  toBody,
} from './json-encoding.ts'

const leaf = fc.oneof(fc.string({ unit: 'binary' }), fc.double(), fc.boolean(), fc.constant(null))
const object = fc.dictionary(fc.string(), fc.oneof(leaf, fc.array(leaf)))
const item = fc.oneof(leaf, fc.constant(undefined), object, object.map(shareJson), fc.array(object.map(shareJson)))
const answer = fc.dictionary(
  fc.string({ unit: 'binary' }),
  fc.oneof(item, fc.array(item), fc.array(object.map(shareJson))),
)

const written = (all: Json) => String(toBody(all))

test('a response is serialized as if it shared no cached parts', t => {
  fc.assert(
    fc.property(answer, value => {
      const plain = Buffer.from(JSON.stringify(value)).toString()
      for (let time = 0; time < 2; time++) t.is(written(encode(value)), plain)
      const [text, itself] = [encodeInString(value), encode(value)]
      t.is(JSON.parse(written(text)), plain)
      t.is(written(itself), plain)
      t.is(written(json`[${'é'},${itself}]`), `[é,${plain}]`)
      t.is(sizeOf(itself), Buffer.byteLength(plain))
    }),
  )
})

test('a shared part counts with its serialized size', t => {
  const shared = shareJson({ text: 'é\u2028"'.repeat(100) })
  t.is(sharedJson(shared), JSON.stringify(shared))
  t.is(sharedJson({ ...shared }), undefined)
  const bytes = Buffer.byteLength(JSON.stringify(shared))
  t.true(boundBytes(shared) >= bytes)
  t.is(countFitting([shared, shared, shared], 2 * bytes + 2), 2)
})
