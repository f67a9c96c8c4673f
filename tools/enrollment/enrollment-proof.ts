import { FRESH_MS } from '../admission/signed-envelope.ts'
import { Problem } from '../core/problems/problem.ts'
import type { ReadKey } from '../keys/registered-key.ts'
import { verifySignature } from '../keys/verify-signature.ts'

/** The text that the new key signs to prove possession (ENROLL-57). */
export const enrollmentStatement = (handle: string, fingerprint: string, timestampMs: number): string =>
  `aui-enroll:v1:${handle}:${fingerprint}:${timestampMs}`

/** Whether a valid proof was sent; an invalid or required but missing one is a validation error. */
export async function checkEnrollmentProof(
  given: { handle: string; proof?: string | undefined; timestamp_ms?: number | undefined },
  key: ReadKey,
  now: Date,
  isRequired: boolean,
): Promise<boolean> {
  const { handle, proof, timestamp_ms } = given
  if (proof === undefined) {
    if (!isRequired) return false
    throw refused('This server requires new agents to prove that they hold their key.', 'proof_required', 'is required')
  }
  const statement = enrollmentStatement(handle, key.fingerprint, timestamp_ms ?? 0)
  const isFresh = Math.abs(now.getTime() - (timestamp_ms ?? 0)) <= FRESH_MS
  if (isFresh && (await verifySignature(key.key, statement, Buffer.from(proof, 'base64url')))) return true
  throw refused('The proof is not valid.', 'invalid_proof', 'must be a recent signature by the same key')
}

const refused = (detail: string, code: string, message: string): Problem =>
  new Problem('validation-error', detail, {
    hint: 'Sign aui-enroll:v1:<handle>:<sha256 of the key in hex>:<timestamp_ms> with RSA-PSS, and send timestamp_ms too.',
    errors: [{ pointer: '/proof', code, message }],
  })
