import { constants, createPublicKey, hash, sign } from 'node:crypto'
import { responseText } from '../../tools/enrollment/challenge-response.ts'
import { enrollmentStatement } from '../../tools/enrollment/enrollment-proof.ts'
import { findRightAnswers } from './right-answers.ts'
import type { World } from './world.ts'
import { keyPairOf } from './world.ts'

/** What the newcomer with the key pair of that name sends as its answer at this time. */
export function signedResponse(
  { runtime }: { runtime: Pick<World['runtime'], 'clock'> },
  name: string,
  challenge_id: string,
  responses: unknown[],
) {
  const members: Record<string, unknown> = { challenge_id, responses, timestamp_ms: runtime.clock() }
  const text = responseText(member => JSON.stringify(members[member]))
  const key = { key: keyPairOf(name).privateKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }
  return { ...members, signature: sign('sha256', Buffer.from(text), key).toString('base64') }
}

/** What is right for the challenge of a newcomer. */
export const rightFor = async ({ db }: Pick<World, 'db'>, challenge_id: string): Promise<unknown[]> =>
  (await findRightAnswers(db, challenge_id))!

/** The proof that the newcomer holds its key, as `enroll_agent` takes it. */
export function proofOf({ runtime }: Pick<World, 'runtime'>, name: string, handle: string) {
  const { publicKey, privateKey } = keyPairOf(name)
  const der = createPublicKey(publicKey).export({ type: 'spki', format: 'der' })
  const timestamp_ms = runtime.clock()
  const statement = enrollmentStatement(handle, hash('sha256', der), timestamp_ms)
  const key = { key: privateKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }
  return { timestamp_ms, proof: sign('sha256', Buffer.from(statement), key).toString('base64url') }
}
