import { z } from 'zod'
import { FRESH_MS } from '../admission/signed-envelope.ts'
import { response } from '../challenges/read-answers.ts'
import type { Context } from '../core/context.ts'
import { Problem } from '../core/problems/problem.ts'
import { uuid } from '../core/schemas.ts'
import type { ReadKey } from '../keys/registered-key.ts'
import { verifySignature } from '../keys/verify-signature.ts'

export const challengeResponse = z.object({
  challenge_id: uuid.describe('of the challenge'),
  responses: z.array(response).describe('one for each task, in the order of the tasks'),
  timestamp_ms: z.int().describe('Unix time in ms, as in the signed text'),
  signature: z.string().max(2_048).describe('RSA-PSS over the three members above, in standard base64'),
})

export type ChallengeResponse = z.output<typeof challengeResponse>

const SIGNED = ['challenge_id', 'responses', 'timestamp_ms'] as const

/** The text that the key signs: compact JSON of the three members as the client wrote them (ENROLL-65). */
export const responseText = (written: (name: string) => string | undefined): string =>
  `{${SIGNED.map(name => `"${name}":${written(name)}`).join(',')}}`

/** Rejects a response that the holder of the key did not sign, or not recently. */
export async function requireSigned(
  { timestamp_ms, signature }: ChallengeResponse,
  key: ReadKey,
  { now, written }: Pick<Context, 'now' | 'written'>,
): Promise<void> {
  const late = now.getTime() - timestamp_ms
  if (Math.abs(late) > FRESH_MS) {
    const slug = late > 0 ? 'aui-signature-timestamp-expired' : 'aui-signature-timestamp-future'
    throw new Problem(slug, 'timestamp_ms differs from the server time by more than 300,000 ms.', {
      server_time_ms: now.getTime(),
    })
  }
  const bytes = Buffer.from(signature, 'base64')
  if (bytes.toString('base64') !== signature) {
    throw new Problem('aui-signature-malformed', 'The signature is not in standard base64.', { hint: HOW })
  }
  if (written && (await verifySignature(key.key, responseText(written), bytes))) return
  throw new Problem('aui-signature-verification-failed', 'The signature does not match the enrolling key.', {
    hint: HOW,
  })
}

const HOW =
  'Sign the compact JSON of challenge_id, responses and timestamp_ms, in this order, with RSA-PSS and SHA-256. ' +
  'Encode the signature in standard base64, with + and / and padding.'
