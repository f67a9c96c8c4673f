import { z } from 'zod'
import type { RecoveryRow } from '../../storage/keys/key-recoveries.ts'
import { after } from '../core/durations.ts'
import { timestamp, uuid } from '../core/schemas.ts'

/** How a recovery ended, in one word. */
export const recoveryOutcomeSchema = z
  .enum(['completed', 'agent', 'rotation', 'owner', 'operator', 'disabled', 'ownership'])
  .describe('completed, or who or what ended it before')

/** A recovery for people and operators. */
export const recoverySchema = z.object({
  id: uuid,
  started_by: z.enum(['owner', 'recovery_key']),
  key_fingerprint: z.string().describe('of the new key'),
  former_key_fingerprint: z.string(),
  started_at: timestamp,
  completes_at: timestamp,
  ended_at: timestamp.nullable().describe('null: in progress'),
  outcome: recoveryOutcomeSchema.nullable(),
})

/** Its current state, whether or not a due key has been installed yet (RECOVER-30). */
export function presentRecovery(row: RecoveryRow, now: Date): z.output<typeof recoverySchema> {
  const {
    id,
    started_by,
    fingerprint: key_fingerprint,
    former_fingerprint: former_key_fingerprint,
    started_at,
    completes_at,
  } = row
  const isDue = row.ended_at === null && Date.parse(completes_at) <= now.getTime()
  const [ended_at, outcome] = isDue ? [completes_at, 'completed' as const] : [row.ended_at, row.outcome]
  return { id, started_by, key_fingerprint, former_key_fingerprint, started_at, completes_at, ended_at, outcome }
}

export const isRecoveryRunning = (row: RecoveryRow | undefined, now: Date): row is RecoveryRow =>
  row?.ended_at === null && Date.parse(row.completes_at) > now.getTime()

/** When the next recovery can start: after a cancelled one, as long after as it would have taken (RECOVER-12). */
export function notBefore(last: RecoveryRow | undefined): Date | undefined {
  if (!last?.ended_at || last.outcome === 'completed') return undefined
  return after(new Date(last.ended_at), Date.parse(last.completes_at) - Date.parse(last.started_at))
}
