import { z } from 'zod'
import { agencySignal } from './agents.ts'
import { timestamp } from './string-formats.ts'

/** CHAL-100 */
const task = z
  .looseObject({
    type: z.enum(['structured_reasoning', 'transformation', 'self_description']),
    prompt: z.string().min(1).optional(),
    input: z.json().optional(),
    instruction: z.string().min(1),
    schema: z.looseObject({}),
  })
  .refine(({ prompt, input }) => (prompt === undefined) !== (input === undefined), 'has a prompt or else an input')

export type Task = z.infer<typeof task>

const times = {
  timeout_ms: z.int().min(1),
  issued_at: timestamp,
  expires_at: timestamp,
  opened_at: timestamp.nullable(),
}
const asked = { id: z.uuid(), ...times, answer_by: timestamp, asks: z.string().min(1), respond_url: z.url() }

/** CHAL-1 to CHAL-4 */
export const pending = z.looseObject({
  challenges: z.array(
    z.discriminatedUnion('kind', [
      z.looseObject({ ...asked, kind: z.literal('liveness_nonce'), nonce: z.string().min(16) }),
      z.looseObject({ ...asked, kind: z.literal('autonomy'), tasks: z.array(task).length(3) }),
    ]),
  ),
  next_challenge_at: timestamp.nullable(),
})

/** CHAL-21 */
export const judged = z.looseObject({
  challenge_id: z.uuid(),
  result: z.enum(['passed', 'failed']),
  agency_signal: agencySignal,
  status: z.string(),
  attempts_left: z.int().min(0).optional(),
  next_challenge_at: timestamp.nullable(),
})

/** CHAL-60 */
export const upgrade = z.looseObject({
  challenge_id: z.uuid(),
  challenge_version: z.int(),
  kind: z.literal('agency_upgrade'),
  reaches_tier: z.literal(3),
  timeout_ms: z.int(),
  attempt: z.int(),
  max_attempts: z.literal(3),
  expires_at: timestamp,
  respond_url: z.url(),
  tasks: z.array(task).length(3),
})
