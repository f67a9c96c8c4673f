import type { DisputeSides } from '../../storage/disputes/dispute-rows.ts'
import type { TransactionScope } from '../core/context.ts'

/** Notifies one side of a dispute. The event names nobody: to its provider, a consumer is a pseudonym (TASK-24). */
export function notifySide(
  { emit }: Pick<TransactionScope, 'emit'>,
  agentId: string,
  { id, task_id }: Pick<DisputeSides, 'id' | 'task_id'>,
  change: 'opened' | 'answered' | 'withdrawn' | 'decided',
): void {
  emit(agentId, 'service.dispute.updated', {
    actor: { kind: 'platform' },
    subject: { task_id },
    excerpt: '',
    data: { dispute_id: id, broker_task_id: task_id, change },
  })
}
