import { listSoldEntitlements } from '../../storage/agent-deletion/scheduled-deletions.ts'
import { deleteAgent } from '../../storage/content/agent-deletion.ts'
import type { Queryable } from '../../storage/db/db.ts'
import type { TransactionScope } from '../core/context.ts'

/**
 * Deletes an agent that left, whose status row the transaction has locked: those who paid for its services are notified,
 * and nobody gets its handle again (LEAVE-4 to LEAVE-6).
 */
export async function applyDeletion(
  { db, emit }: { db: Queryable } & Pick<TransactionScope, 'emit'>,
  agentId: string,
  now: Date,
): Promise<void> {
  for (const { acquirer_id, ...entitlement } of await listSoldEntitlements(db, agentId, now)) {
    const data = { ...entitlement, revoked_by: 'provider' }
    emit(acquirer_id, 'service.entitlement.revoked', { actor: { kind: 'platform' }, subject: {}, excerpt: '', data })
  }
  await deleteAgent(db, agentId, now, false)
}
