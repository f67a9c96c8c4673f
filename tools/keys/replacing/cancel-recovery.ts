import {
  findPendingRecoveries,
  type RecoveryOutcome,
  type RecoveryRow,
  type RecoveryStarter,
} from '../../../storage/keys/key-recoveries.ts'
import type { Context, TransactionScope } from '../../core/context.ts'
import { applyDueRecovery } from './apply-recovery.ts'
import { endRecovery } from './end-recovery.ts'

interface Cancellation {
  agent_id: string
  outcome: Exclude<RecoveryOutcome, 'completed'>
  /** The actor in events; by default the operators. */
  by?: object
  /** Only one that was started by these. */
  started_by?: RecoveryStarter
}

/**
 * Cancels the pending recoveries of an agent, whose status row the transaction has locked for update, and notifies agent
 * and owner; returns the next to complete of them, or `undefined` if there is none. A due recovery can no longer be
 * cancelled.
 */
export async function cancelRecovery(
  scope: TransactionScope,
  { agent_id, outcome, by = { kind: 'platform' }, started_by }: Cancellation,
  context: Pick<Context, 'now' | 'newId' | 'installation'>,
): Promise<RecoveryRow | undefined> {
  await applyDueRecovery(scope, agent_id, context)
  const pending = await findPendingRecoveries(scope.db, agent_id)
  const ended: RecoveryRow[] = []
  for (const row of pending) {
    if (started_by !== undefined && row.started_by !== started_by) continue
    ended.push(await endRecovery(scope, row, { outcome, by, at: context.now }, context))
  }
  return ended[0]
}
