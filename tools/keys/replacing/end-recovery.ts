import { findAgent } from '../../../storage/agents/agent-rows.ts'
import { endRunningRecovery, type RecoveryOutcome, type RecoveryRow } from '../../../storage/keys/key-recoveries.ts'
import type { Context, TransactionScope } from '../../core/context.ts'
import { mailRecovery } from './recovery-mail.ts'

export interface RecoveryEnd {
  outcome: Exclude<RecoveryOutcome, 'completed'>
  /** The actor in events. */
  by: object
  at: Date
}

/**
 * Ends a pending recovery of an agent, whose status row the transaction has locked for update, before it completes, and
 * notifies agent and owner.
 */
export async function endRecovery(
  { db, emit, audit }: TransactionScope,
  pending: RecoveryRow,
  { outcome, by, at }: RecoveryEnd,
  context: Pick<Context, 'now' | 'newId' | 'installation'>,
): Promise<RecoveryRow> {
  const { agent_id } = pending
  const row = await endRunningRecovery(db, pending, { outcome, at })
  if (!row) throw new Error('the stored key recovery is invalid')
  const { handle } = (await findAgent(db, { id: agent_id }))!
  const ended_at = at.toISOString()
  const data = { key_fingerprint: row.fingerprint, ended_at, outcome }
  emit(agent_id, 'agent.key_recovery.ended', { actor: by, subject: {}, excerpt: '', data })
  await mailRecovery(db, { handle, row, turn: outcome }, context)
  const subject = { agent_id, handle, recovery_id: row.id }
  audit({ action: 'end_key_recovery', subject, before: { completes_at: row.completes_at }, after: { outcome } })
  return { ...row, ended_at, outcome }
}
