import { z } from 'zod'
import { READER_STATUSES } from '../../storage/agents/status-locks.ts'
import { findTask } from '../../storage/tasks/task-rows.ts'
import { defineTool } from '../core/define-tool.ts'
import { stopTask } from './dispatch/stop-task.ts'
import { noSuchTask, presentTask, serviceTask, taskId } from './task-schema.ts'

export const cancelServiceTask = defineTool({
  name: 'cancel_service_task',
  description: 'Request the cancellation of a task, if its provider supports it.',
  scope: 'service:invoke',
  effect: 'write',
  idempotent: true,
  limit: 'service_cancellations',
  statuses: READER_STATUSES,
  input: z.object({ broker_task_id: taskId }),
  output: serviceTask,
  problems: ['not-found'],
  async handler({ broker_task_id: id }, context) {
    const { db, actor } = context
    if (!(await findTask(db, actor.agent_id, id))) throw noSuchTask()
    await stopTask(context, id)
    const row = await findTask(db, actor.agent_id, id)
    if (!row) throw noSuchTask()
    return presentTask(row)
  },
})
