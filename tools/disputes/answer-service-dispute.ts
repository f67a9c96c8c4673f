import { z } from 'zod'
import { READER_STATUSES } from '../../storage/agents/status-locks.ts'
import { answerDisputeRow } from '../../storage/disputes/dispute-rows.ts'
import { defineTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { taskId } from '../tasks/task-schema.ts'
import { disputeOfSide, presentDispute, requireDispute, statementInput } from './dispute-schema.ts'
import { notifySide } from './notify-side.ts'

/** The one statement of the provider (DISPUTE-8). */
export const answerServiceDispute = defineTool({
  name: 'answer_service_dispute',
  description: 'State your side of a dispute about a task that you carried out, once, until it is decided.',
  scope: 'service:invoke',
  effect: 'write',
  idempotent: true,
  listedOnMcp: false,
  statuses: READER_STATUSES,
  limit: 'disputes',
  input: z.object({ broker_task_id: taskId, statement: statementInput }),
  output: disputeOfSide,
  publishes: ['statement'],
  problems: ['not-found', 'dispute-answered', 'dispute-closed'],
  async handler({ broker_task_id: task_id, statement }, { transaction, actor, now }) {
    const provider_id = actor.agent_id
    return await transaction(async scope => {
      const answered = await answerDisputeRow(scope.db, { task_id, provider_id, answer: statement }, now)
      const dispute = await requireDispute(scope.db, provider_id, task_id)
      if (dispute.side === 'consumer') throw new Problem('not-found', 'You did not carry out this task.')
      if (dispute.state !== 'open') throw new Problem('dispute-closed', 'This dispute is decided or withdrawn.')
      if (dispute.answer !== statement) throw new Problem('dispute-answered', 'You have stated your side.')
      if (answered) notifySide(scope, answered.consumer_id, answered, 'answered')
      return presentDispute(dispute)
    })
  },
})
