import { Problem } from '../core/problems/problem.ts'
import type { ReadKey } from './registered-key.ts'
import { verifySignature } from './verify-signature.ts'

/** The text that the new key signs to prove possession (KEY-35). */
export const rotationStatement = (agentId: string, fingerprint: string): string =>
  `aui-key-rotation:v1:${agentId}:${fingerprint}`

/** The text that a device or recovery key signs (KEY-56). */
export const additionStatement = (agentId: string, kind: string, fingerprint: string): string =>
  `aui-key-addition:v1:${agentId}:${kind}:${fingerprint}`

/** An invalid proof is a validation error, and so is a missing one if this server requires it. */
export async function checkRotationProof(
  proof: string | undefined,
  key: ReadKey,
  agentId: string,
  isRequired: boolean,
): Promise<void> {
  if (proof === undefined) {
    if (!isRequired) return
    throw refused('This server requires proof that you hold the new key.', 'proof_required', 'is required')
  }
  const statement = rotationStatement(agentId, key.fingerprint)
  if (await verifySignature(key.key, statement, Buffer.from(proof, 'base64url'))) return
  throw refused('The proof is not valid.', 'invalid_proof', 'must be a signature by the new key')
}

const refused = (detail: string, code: string, message: string): Problem =>
  new Problem('validation-error', detail, {
    hint: 'Sign aui-key-rotation:v1:<agent_id>:<sha256 of the new key in hex> with RSA-PSS and the new key, in base64url.',
    errors: [{ pointer: '/proof', code, message }],
  })
