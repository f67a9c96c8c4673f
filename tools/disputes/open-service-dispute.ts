import { z } from 'zod'
import { findDisputableTask, insertDispute } from '../../storage/disputes/dispute-rows.ts'
import { requirePublicAgent } from '../agents/private-agents.ts'
import { defineTool } from '../core/define-tool.ts'
import { DAY } from '../core/durations.ts'
import { Problem } from '../core/problems/problem.ts'
import { noSuchTask, taskId } from '../tasks/task-schema.ts'
import { disputeOfSide, presentDispute, requireDispute, statementInput } from './dispute-schema.ts'
import { notifySide } from './notify-side.ts'

const OPENED_WITHIN_MS = 14 * DAY

/**
 * Opens a dispute about the receipt of a task (DISPUTE-1 to DISPUTE-7). Invariant: one for each receipt. A block does not
 * prevent it, or providers could silence their buyers.
 */
export const openServiceDispute = defineTool({
  name: 'open_service_dispute',
  description: 'Dispute the receipt of a task that you commissioned. An operator decides; no money is moved.',
  scope: 'service:invoke',
  effect: 'write',
  idempotent: true,
  listedOnMcp: false,
  limit: 'disputes',
  input: z.object({ broker_task_id: taskId, statement: statementInput }),
  output: disputeOfSide,
  publishes: ['statement'],
  problems: ['not-found', 'self-dispute', 'private-agent-outbound-denied', 'not-disputable', 'dispute-exists'],
  async handler({ broker_task_id, statement }, context) {
    const { transaction, actor, newId, now } = context
    const consumer_id = actor.agent_id
    return await transaction(async scope => {
      const task = await findDisputableTask(scope.db, consumer_id, broker_task_id)
      if (!task) throw noSuchTask()
      const { is_own, receipt_id, receipt_sha256, receipt_at, service_id, provider_id } = task
      if (is_own) throw new Problem('self-dispute', 'You cannot dispute tasks of your own, or of agents of your owner.')
      requirePublicAgent(context, 'dispute_service')
      if (receipt_id === null || Date.parse(receipt_at!) + OPENED_WITHIN_MS <= now.getTime()) {
        throw new Problem('not-disputable', 'Only a receipt of the last 14 days can be disputed.')
      }
      const sides = { id: newId(), task_id: broker_task_id, consumer_id, provider_id }
      const receipt = { service_id, receipt_id, receipt_sha256: receipt_sha256! }
      const isNew = await insertDispute(scope.db, { ...sides, ...receipt, statement }, now)
      const dispute = await requireDispute(scope.db, consumer_id, broker_task_id)
      if (isNew) notifySide(scope, provider_id, sides, 'opened')
      else if (dispute.state !== 'open' || dispute.statement !== statement) {
        throw new Problem('dispute-exists', 'There is a dispute about this receipt.')
      }
      return presentDispute(dispute)
    })
  },
})
