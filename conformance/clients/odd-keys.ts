import { createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto'

const spki = { type: 'spki', format: 'pem' } as const

/** Public keys that must not enroll, each with what is odd about it. */
export function oddKeys(sound: string): [string, string][] {
  const privateKeyEncoding = { type: 'pkcs8', format: 'pem' } as const
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048, publicKeyEncoding: spki, privateKeyEncoding })
  const pkcs1 = createPublicKey(sound).export({ type: 'pkcs1', format: 'pem' }).toString()
  return [
    ['text that is no key', 'not a key'],
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
    ['a block that is cut', sound.replace(/^(.*\n.*\n)[\s\S]*?(-----END)/, '$1$2')],
  ]
}

export function smallKey(): string {
  return generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export(spki).toString()
}

/** Odd, with its highest bit set; nobody knows its factors. */
function withModulus(pem: string, bytes: number): string {
  const modulus = randomBytes(bytes)
  modulus[0] = modulus[0]! | 0x80
  modulus[bytes - 1] = modulus[bytes - 1]! | 1
  const key = createPublicKey(pem).export({ format: 'jwk' })
  return createPublicKey({ key: { ...key, n: modulus.toString('base64url') }, format: 'jwk' })
    .export(spki)
    .toString()
}

function withExponent(pem: string, exponent: Buffer): string {
  const key = createPublicKey(pem).export({ format: 'jwk' })
  return createPublicKey({ key: { ...key, e: exponent.toString('base64url') }, format: 'jwk' })
    .export(spki)
    .toString()
}
