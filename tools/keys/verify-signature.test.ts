import { constants, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import test from 'ava'
import { newEd25519Key, newP256Key, signWithCurve } from '../../testing/values/curve-keys.ts'
import { signText, testKey } from '../../testing/values/test-signing.ts'
import { hasVectors, readTestVectors } from '../../testing/values/vectors.ts'
import { dummyVerify, verifySignature } from './verify-signature.ts'

type Suite = {
  testGroups: {
    publicKey: { modulus: string }
    publicKeyPem: string
    tests: { tcId: number; comment: string; msg: string; sig: string; result: 'valid' | 'invalid' | 'acceptable' }[]
  }[]
}
type Expectations = { files: Record<string, { tests: number; flipToValid: number[] }> }

const message = '{"content":"é 😀"}'

function signature(key: KeyObject, saltLength?: number): Buffer {
  return Buffer.from(signText(key, message, saltLength), 'base64url')
}

for (const bits of [2048, 3072, 4096]) {
  const longest = bits / 8 - 34
  for (const salt of new Set([0, 1, 20, 32, 64, 221, 222, longest])) {
    test(`a salt of ${salt} bytes verifies with ${bits} bits`, async t => {
      const { privateKey, publicKey } = testKey(0, bits)
      t.true(await verifySignature(publicKey, message, signature(privateKey, salt)))
      t.true(await verifySignature(publicKey, Buffer.from(message), signature(privateKey, salt)))
    })
  }
}

test('another message, another key or a changed signature does not verify', async t => {
  const { privateKey, publicKey } = testKey()
  const good = signature(privateKey)
  t.false(await verifySignature(publicKey, `${message} `, good))
  t.false(await verifySignature(publicKey, '', good))
  t.false(await verifySignature(testKey(1).publicKey, message, good))
  for (const at of [0, 100, 255]) {
    const changed = Buffer.from(good)
    changed[at]! ^= 1
    t.false(await verifySignature(publicKey, message, changed))
  }
})

test('another length does not verify, with or without zeros', async t => {
  const { privateKey, publicKey } = testKey()
  const good = signature(privateKey)
  const zero = Buffer.from([0])
  const others = [
    Buffer.alloc(0),
    good.subarray(1),
    good.subarray(0, 255),
    Buffer.concat([zero, good]),
    Buffer.concat([good, zero]),
    Buffer.alloc(384),
    Buffer.alloc(100_000),
  ]
  for (const other of others) t.false(await verifySignature(publicKey, message, other))
  t.false(await verifySignature(testKey(0, 3072).publicKey, message, good))
})

test('numbers out of range do not verify', async t => {
  const { publicKey } = testKey()
  const modulus = Buffer.from(publicKey.export({ format: 'jwk' }).n!, 'base64url')
  for (const number of [Buffer.alloc(256), Buffer.alloc(256, 0xff), modulus]) {
    t.false(await verifySignature(publicKey, message, number))
  }
})

test('other schemes do not verify: PKCS#1 v1.5, SHA-1, SHA-512', async t => {
  const { privateKey, publicKey } = testKey()
  const data = Buffer.from(message)
  const padding = constants.RSA_PKCS1_PSS_PADDING
  t.false(await verifySignature(publicKey, message, sign('sha256', data, privateKey)))
  t.false(await verifySignature(publicKey, message, sign('sha1', data, { key: privateKey, padding })))
  t.false(await verifySignature(publicKey, message, sign('sha512', data, { key: privateKey, padding })))
})

test('a key that cannot verify is false, not an error', async t => {
  const pss = generateKeyPairSync('rsa-pss', {
    modulusLength: 2048,
    hashAlgorithm: 'sha512',
    mgf1HashAlgorithm: 'sha512',
  })
  const even = Buffer.alloc(256, 0xc4).toString('base64url')
  const odd = createPublicKey({ key: { kty: 'RSA', n: even, e: 'AQAB' }, format: 'jwk' })
  const { publicKey: curve, privateKey } = generateKeyPairSync('ed448')
  t.false(await verifySignature(pss.publicKey, message, Buffer.alloc(256, 1)))
  t.false(await verifySignature(odd, message, Buffer.alloc(256, 1)))
  t.false(await verifySignature(curve, message, sign(null, Buffer.from(message), privateKey)))
  t.false(await verifySignature(privateKey, message, Buffer.alloc(64)))
})

for (const [name, key] of Object.entries({ Ed25519: newEd25519Key(), ES256: newP256Key() })) {
  test(`${name} verifies, and nothing else does`, async t => {
    const good = Buffer.from(signWithCurve(key, message), 'base64url')
    t.is(good.length, 64)
    t.true(await verifySignature(key.publicKey, message, good))
    t.false(await verifySignature(key.publicKey, `${message} `, good))
    const cut = good.subarray(0, 63)
    const longer = Buffer.concat([good, Buffer.from([0])])
    const flipped = Buffer.from(good.map((byte, at) => (at === 40 ? byte ^ 1 : byte)))
    for (const other of [Buffer.alloc(0), cut, longer, flipped, Buffer.alloc(64)]) {
      t.false(await verifySignature(key.publicKey, message, other))
    }
  })
}

test('ECDSA in DER does not verify: a signature has one form', async t => {
  const { privateKey, publicKey } = newP256Key()
  t.false(await verifySignature(publicKey, message, sign('sha256', Buffer.from(message), privateKey)))
})

test('no signature verifies for an unknown agent', async t => {
  for (const length of [0, 1, 255, 256, 257, 384, 512, 1024, 1025, 100_000]) {
    t.false(await dummyVerify(message, Buffer.alloc(length, 0x5a)))
  }
  t.false(await dummyVerify(Buffer.from(message), signature(testKey().privateKey)))
})

const isThere = hasVectors('wycheproof')
const testWithVectors = isThere ? test : test.skip
testWithVectors(`agrees with Wycheproof${isThere ? '' : ' (skipped: the vectors are not there)'}`, async t => {
  const { files } = readTestVectors<Expectations>('wycheproof', 'expectations.json')
  for (const [name, { tests, flipToValid }] of Object.entries(files)) {
    let seen = 0
    for (const group of readTestVectors<Suite>('wycheproof', name).testGroups) {
      const key = createPublicKey(group.publicKeyPem)
      for (const { tcId, msg, sig, result, comment } of group.tests) {
        const expected = result === 'valid' || flipToValid.includes(tcId)
        const verified = await verifySignature(key, Buffer.from(msg, 'hex'), Buffer.from(sig, 'hex'))
        t.is(verified, expected, `${name} ${tcId}: ${comment}`)
        seen++
      }
    }
    t.is(seen, tests)
  }
})
