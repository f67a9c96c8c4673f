import { createPublicKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import test from 'ava'
import { JsonReading } from '../kernel/text/canonical-json.ts'
import { verifySignature } from '../keys/signature.ts'
import { decodeHeaderEnvelope, parseEnvelope } from './signed-envelope.ts'

type Vector = { name: string; client: string; key: string; body: string; message: string; verifies: boolean }
type Vectors = { made_by: string; public_keys: Record<string, string>; vectors: Vector[] }

const { made_by, public_keys, vectors }: Vectors = JSON.parse(
  readFileSync('tools/admission/signed-envelope.vectors.json', 'utf8'),
)

for (const { name, client, key, body, message, verifies } of vectors) {
  test(`${verifies ? 'verifies' : 'refuses'} what a ${client} client sends: ${name}`, async t => {
    const parsed = parseEnvelope(new JsonReading(Buffer.from(body)))
    if (!parsed.ok) return t.fail(parsed.reason)
    const { envelope } = parsed
    t.is(envelope.message.toString(), message)
    t.is(await verifySignature(createPublicKey(public_keys[key]!), envelope.message, envelope.signature), verifies)
  })
}

test('verifies each of them as a header of UTF-8 bytes', t => {
  const headers = vectors.filter(({ body }) => !/[\r\n]/.test(body))
  for (const { body, message } of headers) {
    const parsed = parseEnvelope(new JsonReading(decodeHeaderEnvelope(Buffer.from(body).toString('latin1'))))
    t.is(parsed.ok && parsed.envelope.message.toString(), message)
  }
  t.true(headers.length > 30)
})

test('the vectors come from clients in Python and Node', t => {
  t.regex(made_by, /Python .* Node/)
  t.deepEqual(new Set(vectors.map(({ client }) => client)), new Set(['python', 'node']))
})
