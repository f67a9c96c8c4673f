import { createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto'

const spki = { type: 'spki', format: 'pem' } as const

/** Public keys that must not be accepted at enrollment, with what is wrong with each. */
export function oddKeys(sound: string): [string, string][] {
  const privateKeyEncoding = { type: 'pkcs8', format: 'pem' } as const
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048, publicKeyEncoding: spki, privateKeyEncoding })
  const pkcs1 = createPublicKey(sound).export({ type: 'pkcs1', format: 'pem' }).toString()
  return [
    ['text that is not a key', 'not a key'],
    ['two blocks', sound + rsa.publicKey],
    ['text around the block', `my key:\n${sound}`],
    ['a private key', rsa.privateKey],
    ['a PKCS#1 block', pkcs1],
    ['an elliptic-curve key', generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export(spki).toString()],
    ['an RSASSA-PSS key', generateKeyPairSync('rsa-pss', { modulusLength: 2048 }).publicKey.export(spki).toString()],
    ['an exponent of 1', withExponent(sound, Buffer.from([1]))],
    ['an even exponent', withExponent(sound, Buffer.from([1, 0, 0]))],
    ['an exponent of 33 bits', withExponent(sound, Buffer.from([1, 0, 0, 0, 1]))],
    ['a key of 8,200 bits', withModulus(sound, 1025)],
    ['a certificate’s label', sound.replaceAll('PUBLIC KEY', 'CERTIFICATE')],
    ['an algorithm without its NULL', respelt(sound, withoutNull)],
    ['a length of more bytes than it needs', respelt(sound, withLongLength)],
    ['a truncated block', sound.replace(/^(.*\n.*\n)[\s\S]*?(-----END)/, '$1$2')],
  ]
}

export function smallKey(): string {
  return generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export(spki).toString()
}

/** An odd number with its highest bit set; its factors are unknown. */
function withModulus(pem: string, bytes: number): string {
  const modulus = randomBytes(bytes)
  modulus[0] = modulus[0]! | 0x80
  modulus[bytes - 1] = modulus[bytes - 1]! | 1
  const key = createPublicKey(pem).export({ format: 'jwk' })
  return createPublicKey({ key: { ...key, n: modulus.toString('base64url') }, format: 'jwk' })
    .export(spki)
    .toString()
}

const asBlock = (der: Buffer): string =>
  `-----BEGIN PUBLIC KEY-----\n${der.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END PUBLIC KEY-----\n`

/** The same key in a different encoding; for a 2,048-bit key, whose outer length has two bytes. */
const respelt = (pem: string, respell: (inner: Buffer) => Buffer): string =>
  asBlock(respell(createPublicKey(pem).export({ type: 'spki', format: 'der' }).subarray(4)))

const sequence = (inner: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0x30, 0x82, inner.length >> 8, inner.length & 0xff]), inner])

/** The prefix of `inner`: a 13-byte sequence, an 11-byte identifier and a 2-byte NULL. */
const withoutNull = (inner: Buffer): Buffer =>
  sequence(Buffer.concat([Buffer.from([0x30, 11]), inner.subarray(2, 13), inner.subarray(15)]))

const withLongLength = (inner: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0x30, 0x83, 0, inner.length >> 8, inner.length & 0xff]), inner])

function withExponent(pem: string, exponent: Buffer): string {
  const key = createPublicKey(pem).export({ format: 'jwk' })
  return createPublicKey({ key: { ...key, e: exponent.toString('base64url') }, format: 'jwk' })
    .export(spki)
    .toString()
}
