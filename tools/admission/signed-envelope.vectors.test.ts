import test from 'ava'
import { publicKey, readRefused, readVectors } from '../../conformance/vectors/read.ts'
import { JsonReading } from '../core/text/canonical-json.ts'
import { verifySignature } from '../keys/verify-signature.ts'
import { decodeHeaderEnvelope, parseEnvelope } from './signed-envelope.ts'

const { envelopes } = readVectors()

for (const { by, name, key, body, message, verifies } of envelopes) {
  test(`${verifies ? 'verifies' : 'refuses'} the envelope by ${by}: ${name}`, async t => {
    const parsed = parseEnvelope(new JsonReading(Buffer.from(body)), 'POST')
    if (!parsed.ok) return t.fail(parsed.reason)
    const { envelope } = parsed
    t.is(envelope.message.toString(), message)
    t.is(await verifySignature(publicKey(key), envelope.message, envelope.signature), verifies)
  })
}

test('verifies each of them as a header of UTF-8 bytes', t => {
  const headers = envelopes.filter(({ body }) => !/[\r\n]/.test(body))
  for (const { body, message } of headers) {
    const bytes = decodeHeaderEnvelope(Buffer.from(body).toString('latin1'))
    const parsed = parseEnvelope(new JsonReading(bytes), 'POST')
    t.is(parsed.ok && parsed.envelope.message.toString(), message)
  }
  t.true(headers.length > 100)
})

for (const { name, payload_base64 } of readRefused()) {
  test(`an envelope whose payload has ${name} is malformed`, t => {
    const [{ body = '' } = {}] = envelopes
    const [start = '', end = ''] = body.split('"payload":{}')
    const parts = [start, '"payload":', Buffer.from(payload_base64, 'base64'), end]
    const parsed = parseEnvelope(new JsonReading(Buffer.concat(parts.map(part => Buffer.from(part)))), 'POST')
    t.is(parsed.ok ? 'accepted' : parsed.failure, 'malformed')
  })
}
