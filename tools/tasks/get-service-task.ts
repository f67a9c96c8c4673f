import { z } from 'zod'
import { findTask } from '../../storage/tasks/tasks.ts'
import { defineTool } from '../kernel/define.ts'
import { noSuchTask, presentTask, serviceTask, taskId } from './task.ts'

export const getServiceTask = defineTool({
  name: 'get_service_task',
  description: 'Read a task that you commissioned, with what was delivered.',
  scope: 'service:read',
  effect: 'read',
  input: z.object({ broker_task_id: taskId }),
  output: serviceTask,
  problems: ['not-found'],
  async handler({ broker_task_id }, { db, actor }) {
    const row = await findTask(db, actor.agent_id, broker_task_id)
    if (!row) throw noSuchTask()
    return presentTask(row)
  },
})
