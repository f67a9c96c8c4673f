import { z } from 'zod'
import { defineTool } from '../core/define-tool.ts'
import { awaitTask, waitSeconds } from './await-task.ts'
import { noSuchTask, presentTask, serviceTask, taskId } from './task-schema.ts'

export const getServiceTask = defineTool({
  name: 'get_service_task',
  description: 'Read a task that you created, with its results.',
  scope: 'service:read',
  effect: 'read',
  input: z.object({ broker_task_id: taskId, wait_seconds: waitSeconds }),
  output: serviceTask,
  problems: ['not-found'],
  async handler({ broker_task_id, wait_seconds }, context) {
    const row = await awaitTask(context, broker_task_id, wait_seconds)
    if (!row) throw noSuchTask()
    return presentTask(row)
  },
})
