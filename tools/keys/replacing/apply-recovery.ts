import { findAgent } from '../../../storage/agents/agent-rows.ts'
import { lockStatus } from '../../../storage/agents/status-changes.ts'
import { findAgentStatus } from '../../../storage/agents/status-locks.ts'
import { endRunningRecovery, findPendingRecoveries } from '../../../storage/keys/key-recoveries.ts'
import { revokeSecondaryKeys } from '../../../storage/keys/secondary-keys.ts'
import type { Context, Runtime, TransactionScope } from '../../core/context.ts'
import { runTransaction } from '../../core/transactions/run-transaction.ts'
import { recordKeyChange } from '../../record/key-change.ts'
import { endRecovery } from './end-recovery.ts'
import { mailRecovery } from './recovery-mail.ts'
import { replaceAgentKey } from './replace-key.ts'

const PLATFORM = { kind: 'platform' }

/**
 * Installs the key of an agent's due recovery, effective from its due time; the transaction has locked the agent's
 * status row for update. Returns whether there was one.
 *
 * A recovery is pending, then completed or cancelled. A due recovery counts as completed for every reader, even before
 * this runs; the key ring and the job make it so.
 */
export async function applyDueRecovery(
  scope: TransactionScope,
  agent_id: string,
  context: Pick<Context, 'now' | 'newId' | 'installation'>,
): Promise<boolean> {
  const { db, emit, audit } = scope
  const [next, ...others] = await findPendingRecoveries(db, agent_id)
  if (!next || Date.parse(next.completes_at) > context.now.getTime()) return false
  const at = new Date(next.completes_at)
  // First, so that the key is free to be registered.
  const row = await endRunningRecovery(db, next, { outcome: 'completed', at })
  for (const other of others) await endRecovery(scope, other, { outcome: 'rotation', by: PLATFORM, at }, context)
  const standing = await findAgentStatus(db, agent_id)
  if (!row || !standing) throw new Error('the stored key recovery is invalid')
  const former = { agent_id, key_version: standing.key_version, key_fingerprint: row.former_fingerprint }
  const facts = await replaceAgentKey(scope, former, {
    key: row,
    at,
    by: PLATFORM,
    change: { id: context.newId(), change: 'recovered' },
  })
  if (!facts) throw new Error('the key of a recovery does not match the stored one')
  // Whoever had the previous key may have added them.
  const retainsRecoveryKey = row.started_by === 'recovery_key'
  for (const { fingerprint: key_id, kind } of await revokeSecondaryKeys(db, agent_id, { at, retainsRecoveryKey })) {
    const recorded = { id: context.newId(), agent_id, at }
    await recordKeyChange(db, recorded, { change: 'revoked', kind, key_id, public_key: null })
    const revoked = { key_id, kind, revoked_at: at.toISOString() }
    emit(agent_id, 'agent.key.revoked', { actor: PLATFORM, subject: {}, excerpt: '', data: revoked })
  }
  const { rotated_at: completed_at, ...keys } = facts
  const data = { ...keys, started_at: row.started_at, completed_at }
  emit(agent_id, 'agent.key_recovery.completed', { actor: PLATFORM, subject: {}, excerpt: '', data })
  const { handle } = (await findAgent(db, { id: agent_id }))!
  await mailRecovery(db, { handle, row, turn: 'completed' }, context)
  const subject = { agent_id, handle, recovery_id: row.id }
  const [before, after] = [
    { key_fingerprint: facts.previous_key_fingerprint },
    { key_fingerprint: facts.key_fingerprint, completed_at },
  ]
  audit({ action: 'complete_key_recovery', subject, before, after })
  return true
}

/** The same in a transaction of its own. */
export async function applyRecovery(
  { transaction, ...context }: Pick<Context, 'transaction' | 'now' | 'newId' | 'installation'>,
  agent_id: string,
): Promise<void> {
  await transaction(async scope => {
    if ((await lockStatus(scope.db, agent_id)) !== undefined) await applyDueRecovery(scope, agent_id, context)
  })
}

/** For the key ring: a lookup returns the key that is current at the moment. */
export async function applyRecoveryBefore(runtime: Runtime, agent_id: string): Promise<void> {
  const { newId, installation } = runtime
  const now = new Date(runtime.clock())
  const actor = { kind: 'system', name: 'apply_key_recoveries' } as const
  const transaction: Context['transaction'] = body => runTransaction(runtime, { actor }, now, body)
  await applyRecovery({ transaction, now, newId, installation }, agent_id)
}
