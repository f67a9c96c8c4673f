import { createPublicKey } from 'node:crypto'
import { z } from 'zod'

const BITS = { min: 2048, max: 8192 }
const MAX_EXPONENT = 2n ** 32n
const ALGORITHMS = ['RSA-OAEP-256', 'RSA-OAEP'] as const
const KID_CHARACTERS = 256

/** Private members are rejected individually, because the error of a strict schema would list them by chance. */
const PRIVATE = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k']

const rsa = z.object({
  kty: z.literal('RSA'),
  use: z.literal('enc'),
  n: z.base64url(),
  e: z.base64url(),
  alg: z.enum(ALGORITHMS).optional(),
  kid: z.string().min(1).max(KID_CHARACTERS).optional(),
})

/**
 * The key for payload encryption, reduced to its relevant members; otherwise a sentence that says why it is rejected.
 */
export function readEncryptionKey(jwk: unknown, signingModulus: string): object | string {
  const parsed = rsa.safeParse(jwk)
  if (!parsed.success) {
    return (
      'params.jwk of the encryption extension is not an RSA key with use enc, n, e and, if present, alg ' +
      `${ALGORITHMS.join(' or ')}.`
    )
  }
  if (PRIVATE.some(member => Object.hasOwn(jwk as object, member))) {
    return 'params.jwk contains private members. Create a new key pair, and publish only its public half.'
  }
  const size = sizeOf(parsed.data)
  if (!size) return 'params.jwk cannot be read as an RSA key.'
  if (size.bits < BITS.min || size.bits > BITS.max)
    return `params.jwk has ${size.bits} bits; ${BITS.min} to ${BITS.max} are accepted.`
  if (size.modulus === signingModulus)
    return "params.jwk is the agent's signing key. Create a separate key for encryption."
  return parsed.data
}

function sizeOf(jwk: { kty: string; n: string; e: string }) {
  try {
    const key = createPublicKey({ key: jwk, format: 'jwk' })
    const { modulusLength = 0, publicExponent = 0n } = key.asymmetricKeyDetails ?? {}
    if (publicExponent < 3n || publicExponent >= MAX_EXPONENT || publicExponent % 2n === 0n) return undefined
    return { bits: modulusLength, modulus: key.export({ format: 'jwk' }).n }
  } catch {
    return undefined
  }
}
