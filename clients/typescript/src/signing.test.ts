import { constants, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import test from 'ava'
import { MADE_WITH, publicKey, readVectors } from '../../../conformance/vectors/read.ts'
import { canonicalMessage, signEnvelope } from './envelope.ts'
import { Key } from './key.ts'
import { signAssertion } from './token.ts'

const { envelopes, assertions, proofs } = readVectors()

const keyOf = (size: string) => Key.load(readFileSync(`conformance/vectors/keys/${size}.pem`, 'utf8'))
const loaded = Promise.all(['2048', '3072', '4096'].map(async size => [size, await keyOf(size)] as const))
let keys: Map<string, Key>
test.before(async () => {
  keys = new Map(await loaded)
})

function holds(size: string, text: string, signature: string, saltLength = constants.RSA_PSS_SALTLEN_AUTO): boolean {
  const key = { key: publicKey(size), padding: constants.RSA_PKCS1_PSS_PADDING, saltLength }
  return verify('sha256', Buffer.from(text), key, Buffer.from(signature, 'base64url'))
}

test('writes the canonical messages of all tools byte for byte', t => {
  // JSON of JavaScript orders keys that are integers, and respells numbers: such payloads it does not make.
  const ours = envelopes.filter(({ message }) => JSON.stringify(JSON.parse(message)) === message)
  t.true(ours.length > 120)
  for (const { name, message, message_base64 } of ours) {
    const { sig_version, ...envelope } = JSON.parse(message)
    t.is(sig_version, 2)
    t.is(Buffer.from(canonicalMessage(envelope)).toString('base64'), message_base64, name)
  }
})

test('signs without a salt what all tools sign', async t => {
  const unsalted = envelopes.filter(({ salt, verifies }) => salt === 0 && verifies)
  t.true(unsalted.length > 20)
  for (const { name, key, message, signature } of unsalted) t.is(await keys.get(key)!.sign(message, 0), signature, name)
})

test('signs with the longest salt, and sends what it signed', async t => {
  const envelope = { agent_id: MADE_WITH.agent_id, action: 'ping', method: 'POST', path: '/x', timestamp_ms: 1 }
  for (const [size, key] of keys) {
    const sent = { ...envelope, nonce: 'n', payload: { é: 'ü' } }
    const text = await signEnvelope(key, sent)
    t.true(holds(size, canonicalMessage(sent), JSON.parse(text).signature, Number(size) / 8 - 34))
    t.is(`${text.split(',"signature":')[0]}}`, canonicalMessage(sent))
  }
})

test('makes the assertions that all make', async t => {
  for (const { name, key, claims, assertion } of assertions.filter(
    ({ alg, verifies }) => alg === 'PS256' && verifies,
  )) {
    const made = await signAssertion(keys.get(key)!, claims as never)
    const [text, signature] = [made.slice(0, made.lastIndexOf('.')), made.slice(made.lastIndexOf('.') + 1)]
    t.is(text, assertion.slice(0, assertion.lastIndexOf('.')), name)
    t.true(holds(key, text, signature, 32), name)
  }
})

test('proves what rotation and enrollment ask for', async t => {
  const asked = proofs.filter(({ verifies }) => verifies)
  t.deepEqual([...new Set(asked.map(({ kind }) => kind))].sort(), ['enrollment', 'rotation'])
  for (const { name, kind, key: size, statement } of asked) {
    const key = keys.get(size)!
    const { agent_id, handle, now_ms } = MADE_WITH
    const made = kind === 'rotation' ? key.rotationProof(agent_id) : key.enrollmentProof(handle, now_ms)
    t.true(holds(size, statement, await made), name)
  }
})

test('a key that was written is the same when it is loaded', async t => {
  const key = await Key.generate()
  const again = await Key.load(await key.pem())
  t.is(again.fingerprint, key.fingerprint)
  t.is(again.publicKeyPem, key.publicKeyPem)
  t.is(await again.sign('x', 0), await key.sign('x', 0))
  await t.throwsAsync(Key.load(key.publicKeyPem), { instanceOf: TypeError })
})

test('a key that cannot be extracted signs', async t => {
  const algorithm = { name: 'RSA-PSS', hash: 'SHA-256', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) }
  const key = await Key.of(await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify']))
  const signature = Buffer.from(await key.sign('x'), 'base64url')
  const told = { key: key.publicKeyPem, padding: constants.RSA_PKCS1_PSS_PADDING }
  t.true(verify('sha256', Buffer.from('x'), told, signature))
  await t.throwsAsync(key.pem(), { any: true })
})
