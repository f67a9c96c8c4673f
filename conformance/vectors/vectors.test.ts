import { constants, verify } from 'node:crypto'
import test from 'ava'
import { canonicalMessage, type Envelope, signMessage, withSignature } from '../clients/signing.ts'
import { signAssertion } from '../clients/token.ts'
import { privateKey, publicKey, readPayloads, readVectors } from './read.ts'

const { envelopes, assertions, proofs } = readVectors()

const PSS = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_AUTO }

const holds = (size: string, text: string, signature: string) =>
  verify('sha256', Buffer.from(text), { key: publicKey(size), ...PSS }, Buffer.from(signature, 'base64url'))

/** An envelope of the suite's own client that says what a canonical message says. */
function envelopeOf(message: string): Envelope {
  const { payload: _, ...head } = JSON.parse(message)
  return { ...head, payload: message.slice(message.indexOf('"payload":') + '"payload":'.length, -1) }
}

test('the suite’s client writes the canonical messages of all', t => {
  for (const { name, message, message_base64 } of envelopes) {
    t.is(canonicalMessage(envelopeOf(message)), message, name)
    t.is(Buffer.from(message).toString('base64'), message_base64, name)
  }
})

test('without a salt its signatures are those of Python, Node and openssl', t => {
  const unsalted = envelopes.filter(({ salt, verifies }) => salt === 0 && verifies)
  for (const { name, key, message, signature } of unsalted)
    t.is(signMessage(message, privateKey(key), 0), signature, name)
  t.deepEqual([...new Set(unsalted.map(({ by }) => by))], ['python', 'node', 'openssl'])
})

test('it sends what openssl sends, and its assertions of RS256 are those of all', async t => {
  for (const { by, name, body, message, signature } of envelopes) {
    if (by === 'openssl') t.is(withSignature(message, signature), body, name)
  }
  for (const { name, alg, key, claims, assertion } of assertions.filter(({ alg }) => alg === 'RS256')) {
    t.is(await signAssertion(claims, privateKey(key), alg), assertion, name)
  }
})

test('envelopes and proofs verify exactly where they say so', t => {
  for (const { name, key, message, signature, verifies } of envelopes) {
    t.is(holds(key, message, signature), verifies, name)
  }
  for (const { name, key, statement, proof, verifies } of proofs) t.is(holds(key, statement, proof), verifies, name)
})

test('there are vectors for each key, salts of none, 32 bytes and the most, and each payload by two tools', t => {
  for (const size of [2048, 3072, 4096]) {
    for (const salt of [0, 32, size / 8 - 34]) {
      const made = envelopes.filter(({ key, salt: its }) => key === String(size) && its === salt)
      t.is(new Set(made.map(({ by }) => by)).size, 3, `${size} ${salt}`)
    }
  }
  for (const { name } of readPayloads()) t.is(envelopes.filter(one => one.name === name).length, 2, name)
})
