import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import test from 'ava'
import { callFaultOf } from '../../testing/fakes/verified-call.ts'
import { targetUri } from '../message-signature.ts'
import { signRequest } from './signature.ts'

const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const NOW = Date.parse('2026-11-21T12:00:00.000Z')
const URL_ = 'https://provider.example.com/a2a?tenant=1'
const body = Buffer.from('{"text":"Grüße"}')
const headers: Record<string, string> = {
  'content-type': 'application/json',
  'a2a-version': '1.0',
  'a2a-extensions':
    'https://colloquy.test/a2a/ext/broker-signature/v1,https://colloquy.test/a2a/ext/payload-encryption/v1',
}

const signed = (nonce: number): Record<string, string> => {
  const at = { now: new Date(NOW), nonce: Buffer.alloc(16, nonce) }
  return { ...headers, ...signRequest({ url: URL_, body, headers }, { id: 'one', privateKey }, at) }
}

const verifying = (at = NOW) => ({
  keys: async () => ({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one' }] }),
  clock: () => at,
  nonces: new Set<string>(),
})

test('another implementation of RFC 9421 verifies the signature, once', async t => {
  const one = verifying()
  t.is(await callFaultOf({ url: URL_, headers: signed(1), body }, one), undefined)
  t.is(await callFaultOf({ url: URL_, headers: signed(1), body }, one), 'nonce')
  t.is(await callFaultOf({ url: URL_, headers: signed(2), body }, one), undefined)
})

const CHANGES: [string, string, Partial<Parameters<typeof callFaultOf>[0]>][] = [
  ['another body', 'digest', { body: Buffer.from('{}') }],
  ['another place', 'signature', { url: 'https://other.example.com/a2a?tenant=1' }],
  ['another path', 'signature', { url: 'https://provider.example.com/?tenant=1' }],
  ...Object.keys(signed(1)).map((name): [string, string, object] => [
    `another ${name}`,
    name === 'content-digest' ? 'digest' : 'signature',
    { headers: { ...signed(1), [name]: signed(2)[name]?.replace(/.$/, '') } },
  ]),
]
for (const [title, fault, change] of CHANGES) {
  test(`the signature is valid for nothing else: ${title}`, async t => {
    t.is(await callFaultOf({ url: URL_, headers: signed(1), body, ...change }, verifying()), fault)
  })
}

test('a signature is valid for a minute', t => {
  const [, created, expires] = /created=(\d+);expires=(\d+)/.exec(signed(1)['signature-input'] ?? '') ?? []
  t.deepEqual([Number(created), Number(expires)], [NOW / 1000, NOW / 1000 + 60])
})

test('the target is that of the request line', t => {
  t.is(targetUri(new URL('https://A.example.com:443')), 'https://a.example.com/')
  t.is(targetUri(new URL('https://a.example.com/x?')), 'https://a.example.com/x')
  t.is(targetUri(new URL('https://a.example.com:8443/x%20y?b=ä')), 'https://a.example.com:8443/x%20y?b=%C3%A4')
})

// The key of RFC 9421, B.1.4.
const RFC_KEY = createPrivateKey({
  format: 'jwk',
  key: {
    kty: 'OKP',
    crv: 'Ed25519',
    d: 'n4Ni-HpISpVObnQMW0wOhCKROaIKqKtW_2ZYb2p9KcU',
    x: 'JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs',
  },
})

test('a request of these bytes has this signature', t => {
  const at = { now: new Date(1_700_000_000_000), nonce: Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex') }
  const key = { id: 'poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U', privateKey: RFC_KEY }
  const request = {
    url: 'https://provider.example/a2a',
    body: Buffer.from('{"jsonrpc":"2.0","id":"1","method":"GetTask","params":{"id":"42","historyLength":0}}'),
    headers: { ...headers, 'a2a-extensions': 'https://colloquy.example/a2a/ext/broker-signature/v1' },
  }
  const covered = '("@method" "@target-uri" "content-digest" "content-type" "a2a-version" "a2a-extensions")'
  const named = `keyid="${key.id}";alg="ed25519";tag="colloquy-broker"`
  const expected: Record<string, string> = {
    'content-digest': 'sha-256=:Q1vKSQudPVuR5D/mr8w8KpVj7+aOSdZ3Xn7W1WtZl0s=:',
    'signature-input': `broker=${covered};created=1700000000;expires=1700000060;nonce="AAECAwQFBgcICQoLDA0ODw";${named}`,
    signature: 'broker=:vlEV+oVCveH6a1xRSQGgHOeHGM+QEfQpk//VmEt6Ib7VFqpCxCuvGZ3k1QlLdZTcV3cBEjWbK6rOv56iVzNJBg==:',
  }
  t.deepEqual(signRequest(request, key, at), expected)
  const text = readFileSync('facade/documents/extensions/broker-signature.md', 'utf8')
  for (const value of [...Object.values(expected), request.body.toString(), request.url]) t.true(text.includes(value))
})
