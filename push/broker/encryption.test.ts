import { createPrivateKey, generateKeyPairSync, type JsonWebKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import test from 'ava'
import { compactDecrypt } from 'jose'
import { encryptPayload } from './encryption.ts'

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const good = { ...publicKey.export({ format: 'jwk' }), use: 'enc' }

const owner = { broker_task_id: 'b', provider_agent_id: 'p' }

for (const alg of [undefined, 'RSA-OAEP', 'RSA-OAEP-256']) {
  test(`the algorithm follows from the key: ${alg}`, async t => {
    const jwk = { ...good, ...(alg && { alg }), key_ops: ['encrypt'], ext: true }
    const jwe = await encryptPayload({ parts: [{ text: 'Grüße' }] }, jwk, owner)
    const { plaintext, protectedHeader } = await compactDecrypt(jwe, privateKey)
    t.is(Buffer.from(plaintext).toString(), '{"parts":[{"text":"Grüße"}]}')
    t.deepEqual(protectedHeader as object, { alg: alg ?? 'RSA-OAEP-256', enc: 'A256GCM', ...owner })
  })
}

test('the test vector in the served extension text decrypts', async t => {
  const text = readFileSync('facade/documents/extensions/payload-encryption.md', 'utf8')
  const blocks = [...text.matchAll(/```[a-z]*\n([\s\S]*?)\n```/g)].map(([, block = '']) => block).slice(-4)
  const [key = '', jwe = '', plain = '', header = ''] = blocks
  const jwk: JsonWebKey = JSON.parse(key)
  const opener = createPrivateKey({ key: jwk, format: 'jwk' })
  const { plaintext, protectedHeader } = await compactDecrypt(jwe.replaceAll('\n', ''), opener)
  t.is(Buffer.from(plaintext).toString(), plain)
  t.deepEqual(protectedHeader as object, JSON.parse(header))
})
