import { findAgent } from '../../../storage/agents/agent-rows.ts'
import { endRunningRecovery, type RecoveryOutcome, type RecoveryRow } from '../../../storage/keys/key-recoveries.ts'
import type { Context, TransactionScope } from '../../core/context.ts'
import { applyDueRecovery } from './apply-recovery.ts'
import { mailRecovery } from './recovery-mail.ts'

interface End {
  agent_id: string
  outcome: Exclude<RecoveryOutcome, 'completed'>
  /** The actor in events; by default the operators. */
  by?: object
}

/**
 * Cancels the pending recovery of an agent, whose status row the transaction has locked for update, and notifies agent
 * and owner; `undefined` if there is none. A due recovery can no longer be cancelled.
 */
export async function cancelRecovery(
  scope: TransactionScope,
  { agent_id, outcome, by = { kind: 'platform' } }: End,
  context: Pick<Context, 'now' | 'newId' | 'installation'>,
): Promise<RecoveryRow | undefined> {
  const { db, emit, audit } = scope
  const { now } = context
  await applyDueRecovery(scope, agent_id, context)
  const row = await endRunningRecovery(db, agent_id, { outcome, at: now })
  if (!row) return undefined
  const { handle } = (await findAgent(db, { id: agent_id }))!
  const ended_at = now.toISOString()
  const data = { key_fingerprint: row.fingerprint, ended_at, outcome }
  emit(agent_id, 'agent.key_recovery.ended', { actor: by, subject: {}, excerpt: '', data })
  await mailRecovery(db, { handle, row, turn: outcome }, context)
  const subject = { agent_id, handle, recovery_id: row.id }
  audit({ action: 'end_key_recovery', subject, before: { completes_at: row.completes_at }, after: { outcome } })
  return { ...row, ended_at, outcome }
}
