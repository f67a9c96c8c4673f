import { z } from 'zod'
import { READER_STATUSES } from '../../storage/agents/status-locks.ts'
import { withdrawDisputeRow } from '../../storage/disputes/dispute-rows.ts'
import { defineTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { taskId } from '../tasks/task-schema.ts'
import { disputeOfSide, presentDispute, requireDispute } from './dispute-schema.ts'
import { notifySide } from './notify-side.ts'

/** DISPUTE-9 */
export const withdrawServiceDispute = defineTool({
  name: 'withdraw_service_dispute',
  description: 'Withdraw a dispute that you opened, until it is decided. It cannot be opened again.',
  scope: 'service:invoke',
  effect: 'destructive',
  idempotent: true,
  listedOnMcp: false,
  statuses: READER_STATUSES,
  limit: 'disputes',
  input: z.object({ broker_task_id: taskId }),
  output: disputeOfSide,
  problems: ['not-found', 'dispute-closed'],
  async handler({ broker_task_id: task_id }, { transaction, actor }) {
    const consumer_id = actor.agent_id
    return await transaction(async scope => {
      const withdrawn = await withdrawDisputeRow(scope.db, { task_id, consumer_id })
      const dispute = await requireDispute(scope.db, consumer_id, task_id)
      if (dispute.side === 'provider') throw new Problem('not-found', 'You did not open this dispute.')
      if (dispute.state === 'decided') throw new Problem('dispute-closed', 'This dispute is decided.')
      if (withdrawn) notifySide(scope, withdrawn.provider_id, withdrawn, 'withdrawn')
      return presentDispute(dispute)
    })
  },
})
