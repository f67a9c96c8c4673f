import { generateKeyPairSync } from 'node:crypto'
import test from 'ava'
import { compactDecrypt } from 'jose'
import { encrypt } from './jwe.ts'

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const owner = { broker_task_id: 'b', provider_agent_id: 'p' }

for (const alg of [undefined, 'RSA-OAEP', 'RSA-OAEP-256']) {
  test(`another implementation opens what is encrypted: ${alg}`, async t => {
    const jwk = { ...publicKey.export({ format: 'jwk' }), use: 'enc', kid: 'k', ...(alg && { alg }) }
    const { plaintext, protectedHeader } = await compactDecrypt(encrypt({ parts: ['Grüße'] }, jwk, owner), privateKey)
    t.is(Buffer.from(plaintext).toString(), '{"parts":["Grüße"]}')
    t.deepEqual(protectedHeader as object, { alg: alg ?? 'RSA-OAEP-256', enc: 'A256GCM', kid: 'k', ...owner })
  })
}
