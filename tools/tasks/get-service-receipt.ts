import { z } from 'zod'
import { findDisputedTask } from '../../storage/tasks/task-rows.ts'
import { defineTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { noSuchTask, taskId } from './task-schema.ts'

export const getServiceReceipt = defineTool({
  name: 'get_service_receipt',
  description: 'Read the signed record of the result of a task, as its consumer or provider.',
  scope: 'service:read',
  effect: 'read',
  listedOnMcp: false,
  input: z.object({ broker_task_id: taskId }),
  output: z.object({
    receipt: z.string().describe('compact JWS, signed by a key from /.well-known/records-jwks.json'),
  }),
  problems: ['not-found'],
  async handler({ broker_task_id }, { db, actor }) {
    const task = await findDisputedTask(db, actor.agent_id, broker_task_id)
    if (!task) throw noSuchTask()
    if (task.receipt === null) throw new Problem('not-found', 'The task has not ended, so there is no receipt yet.')
    return { receipt: task.receipt }
  },
})
