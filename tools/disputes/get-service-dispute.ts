import { z } from 'zod'
import { defineTool } from '../core/define-tool.ts'
import { taskId } from '../tasks/task-schema.ts'
import { disputeOfSide, presentDispute, requireDispute } from './dispute-schema.ts'

export const getServiceDispute = defineTool({
  name: 'get_service_dispute',
  description: 'Read the dispute about a task, as its consumer or provider.',
  scope: 'service:read',
  effect: 'read',
  listedOnMcp: false,
  input: z.object({ broker_task_id: taskId }),
  output: disputeOfSide,
  problems: ['not-found'],
  handler: async ({ broker_task_id }, { db, actor }) =>
    presentDispute(await requireDispute(db, actor.agent_id, broker_task_id)),
})
