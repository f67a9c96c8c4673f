import { createPrivateKey, generateKeyPairSync, type JsonWebKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import test from 'ava'
import { compactDecrypt } from 'jose'
import { encryptionKeyFault, encryptPayload } from './encryption.ts'

const rsa = (modulusLength: number) => generateKeyPairSync('rsa', { modulusLength })
const [signing, encrypting] = [rsa(2048), rsa(2048)]
const jwkOf = (pair: typeof signing) => ({ ...pair.publicKey.export({ format: 'jwk' }), use: 'enc' })
const good = jwkOf(encrypting)
const { d } = encrypting.privateKey.export({ format: 'jwk' })

const FAULTS: [string, unknown, RegExp][] = [
  ['none', undefined, /no jwk/],
  ['null', null, /no jwk/],
  ['a text', 'RSA', /no jwk/],
  ['an elliptic curve', { ...generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }), use: 'enc' }, /RSA/],
  ['no use', { ...good, use: undefined }, /use: enc/],
  ['a key for signatures', { ...good, use: 'sig' }, /use: enc/],
  ['a private key', { ...good, d }, /private/],
  ['a small key', jwkOf(rsa(1024)), /2048/],
  ['no modulus', { ...good, n: '' }, /2048/],
  ['what is no modulus', { ...good, n: 7 }, /2048/],
  ['a small exponent', { ...good, e: 'Aw' }, /65537/],
  ['PKCS #1 v1.5', { ...good, alg: 'RSA1_5' }, /RSA-OAEP/],
  ['a kid that is no text', { ...good, kid: 7 }, /kid/],
  ['the signing key', jwkOf(signing), /signing key/],
  ['the signing key in another spelling', { ...jwkOf(signing), n: `AAAA${jwkOf(signing).n}` }, /signing key/],
]
for (const [title, jwk, fault] of FAULTS) {
  test(`no payload is encrypted for such a key: ${title}`, t => {
    t.regex(encryptionKeyFault(jwk, signing.publicKey) ?? '', fault)
  })
}

const owner = { broker_task_id: 'b', provider_agent_id: 'p' }

for (const alg of [undefined, 'RSA-OAEP', 'RSA-OAEP-256']) {
  test(`the algorithm is that of the key: ${alg}`, async t => {
    const jwk = { ...good, ...(alg && { alg }), key_ops: ['encrypt'], ext: true }
    t.is(encryptionKeyFault(jwk, signing.publicKey), undefined)
    const jwe = await encryptPayload({ parts: [{ text: 'Grüße' }] }, jwk, owner)
    const { plaintext, protectedHeader } = await compactDecrypt(jwe, encrypting.privateKey)
    t.is(Buffer.from(plaintext).toString(), '{"parts":[{"text":"Grüße"}]}')
    t.deepEqual(protectedHeader as object, { alg: alg ?? 'RSA-OAEP-256', enc: 'A256GCM', ...owner })
  })
}

test('the served text of the extension has a vector that opens', async t => {
  const text = readFileSync('facade/documents/extensions/payload-encryption.md', 'utf8')
  const blocks = [...text.matchAll(/```[a-z]*\n([\s\S]*?)\n```/g)].map(([, block = '']) => block).slice(-4)
  const [key = '', jwe = '', plain = '', header = ''] = blocks
  const jwk: JsonWebKey = JSON.parse(key)
  const privateKey = createPrivateKey({ key: jwk, format: 'jwk' })
  const { plaintext, protectedHeader } = await compactDecrypt(jwe.replaceAll('\n', ''), privateKey)
  t.is(Buffer.from(plaintext).toString(), plain)
  t.deepEqual(protectedHeader as object, JSON.parse(header))
})
