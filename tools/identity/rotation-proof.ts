import { Problem } from '../problems.ts'
import type { ReadKey } from './registered-key.ts'
import { verifySignature } from './signature.ts'

/** What the new key signs to prove that the agent holds it (decisions G25). */
export const rotationStatement = (agentId: string, fingerprint: string): string =>
  `aui-key-rotation:v1:${agentId}:${fingerprint}`

/** A proof may be left out (`require_rotation_proof` is off); one that does not hold is a validation error. */
export async function checkRotationProof(proof: string | undefined, key: ReadKey, agentId: string): Promise<void> {
  if (proof === undefined) return
  const statement = rotationStatement(agentId, key.fingerprint)
  if (await verifySignature(key.key, statement, Buffer.from(proof, 'base64url'))) return
  throw new Problem('validation-error', 'The proof does not hold.', {
    hint: 'Sign aui-key-rotation:v1:<agent_id>:<sha256 of the new key in hex> with RSA-PSS by the new key, in base64url.',
    errors: [{ pointer: '/proof', code: 'invalid_proof', message: 'must be a signature by the new key' }],
  })
}
