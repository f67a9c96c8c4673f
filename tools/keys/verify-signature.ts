import { Buffer } from 'node:buffer'
import { constants, createPublicKey, type KeyObject, verify } from 'node:crypto'

// A dummy key per usual size, so that an attempt costs as much as with a real key: 22, 37, 57, 130, 210 µs.
const DUMMY_KEYS = [2048, 3072, 4096, 6144, 8192].map(bits => ({ length: bits / 8, key: inventKey(bits / 8) }))

/**
 * Verifies RSA-PSS with SHA-256 and MGF1-SHA-256, any salt length, on the thread pool. A signature of a wrong length is
 * false at the same cost.
 */
export function verifySignature(key: KeyObject, message: Buffer | string, signature: Buffer): Promise<boolean> {
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0
  if (signature.length !== Math.ceil(bits / 8)) return dummyVerify(message, signature)
  return verifyPss(key, message, signature)
}

/** The same work for an agent that does not exist: always false. */
export async function dummyVerify(message: Buffer | string, signature: Buffer): Promise<false> {
  const { length, key } = DUMMY_KEYS.find(dummy => dummy.length >= signature.length) ?? DUMMY_KEYS[0]!
  await verifyPss(key, message, Buffer.alloc(length, 0x5a))
  return false
}

function verifyPss(key: KeyObject, message: Buffer | string, signature: Buffer): Promise<boolean> {
  const data = typeof message === 'string' ? Buffer.from(message) : message
  const padding = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_AUTO }
  return new Promise(resolve => {
    try {
      verify('sha256', data, { key, ...padding }, signature, (error, isValid) => resolve(!error && isValid))
    } catch {
      resolve(false)
    }
  })
}

function inventKey(length: number): KeyObject {
  const modulus = Buffer.alloc(length, 0xc5).toString('base64url')
  return createPublicKey({ key: { kty: 'RSA', n: modulus, e: 'AQAB' }, format: 'jwk' })
}
