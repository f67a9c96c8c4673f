import { Buffer } from 'node:buffer'
import { constants, createPublicKey, type KeyObject, type VerifyKeyObjectInput, verify } from 'node:crypto'
import type { KeyRing, SignatureProof } from '../core/credentials.ts'
import { Problem } from '../core/problems/problem.ts'

// A dummy key per usual size, so that an attempt costs as much as with a real key: 22, 37, 57, 130, 210 µs.
const DUMMY_KEYS = [2048, 3072, 4096, 6144, 8192].map(bits => ({ length: bits / 8, key: inventKey(bits / 8) }))

/**
 * Verifies on the thread pool: RSA-PSS with SHA-256 and MGF1-SHA-256, any salt length; Ed25519; ECDSA on P-256 with
 * SHA-256, as r and s of 32 bytes each (ES256). An RSA signature of a wrong length is false at the same cost.
 */
export function verifySignature(key: KeyObject, message: Buffer | string, signature: Buffer): Promise<boolean> {
  if (key.asymmetricKeyType !== 'rsa' && key.asymmetricKeyType !== 'rsa-pss')
    return verifyCurve(key, message, signature)
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0
  if (signature.length !== Math.ceil(bits / 8)) return dummyVerify(message, signature)
  return verifyPss(key, message, signature)
}

/**
 * Verifies again with the agent's current key, which may have been rotated since the cached one was loaded, or with its
 * secondary key if that outlived the rotation; throws `aui-signature-verification-failed`.
 */
export async function verifyWithCurrentKey(keys: KeyRing, proof: SignatureProof): Promise<SignatureProof> {
  const { agent_id, key_version, key_fingerprint: fingerprint, secondary } = proof.holder
  const current = await (secondary
    ? keys.findSecondary({ agent_id, fingerprint }, { fresh: true })
    : keys.find(agent_id, { fresh: true }))
  if (!current || current.key_version <= key_version) throw notVerified(VERIFICATION_HINT)
  const renewed = { ...proof, holder: current }
  const isValid = await verifySignature(current.key, proof.message, proof.signature)
  return isValid ? renewed : await verifyWithCurrentKey(keys, renewed)
}

export const notVerified = (hint: string) =>
  new Problem('aui-signature-verification-failed', 'The signature is not valid.', { hint })

const VERIFICATION_HINT =
  'Sign the compact JSON of the members, in the order that the protocol defines, with RSA-PSS, SHA-256 and ' +
  'MGF1-SHA-256. In Node.js use crypto.constants.RSA_PKCS1_PSS_PADDING. Encode non-ASCII text as literal UTF-8. ' +
  'After keys/rotate, sign with the new key: if its response was lost, ping with the new key; 200 means it was replaced.'

/** The work of `verifySignature` for an agent that does not exist: always false. */
export async function dummyVerify(message: Buffer | string, signature: Buffer): Promise<false> {
  const { length, key } = DUMMY_KEYS.find(dummy => dummy.length >= signature.length) ?? DUMMY_KEYS[0]!
  await verifyPss(key, message, Buffer.alloc(length, 0x5a))
  return false
}

const CURVES: Readonly<Record<string, { digest: string | null; dsaEncoding?: 'ieee-p1363' }>> = {
  ed25519: { digest: null },
  ec: { digest: 'sha256', dsaEncoding: 'ieee-p1363' },
}

function verifyCurve(key: KeyObject, message: Buffer | string, signature: Buffer): Promise<boolean> {
  const curve = CURVES[key.asymmetricKeyType ?? '']
  if (!curve) return Promise.resolve(false)
  const { digest, ...encoding } = curve
  return verifyInPool(digest, message, { key, ...encoding }, signature)
}

function verifyPss(key: KeyObject, message: Buffer | string, signature: Buffer): Promise<boolean> {
  const padding = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_AUTO }
  return verifyInPool('sha256', message, { key, ...padding }, signature)
}

function verifyInPool(
  digest: string | null,
  message: Buffer | string,
  key: VerifyKeyObjectInput,
  signature: Buffer,
): Promise<boolean> {
  const data = typeof message === 'string' ? Buffer.from(message) : message
  return new Promise(resolve => {
    try {
      verify(digest, data, key, signature, (error, isValid) => resolve(!error && isValid))
    } catch {
      resolve(false)
    }
  })
}

function inventKey(length: number): KeyObject {
  const modulus = Buffer.alloc(length, 0xc5).toString('base64url')
  return createPublicKey({ key: { kty: 'RSA', n: modulus, e: 'AQAB' }, format: 'jwk' })
}
