import { z } from 'zod'
import { lockQuestionedTask } from '../../storage/tasks/task-answers.ts'
import { defineSessionTool } from '../core/define-tool.ts'
import { stopTask } from './dispatch/stop-task.ts'
import { noSuchTask, taskId } from './task-schema.ts'

export const declineTaskQuestion = defineSessionTool({
  name: 'decline_task_question',
  description: "Decline to answer the question of a provider. The cancellation of the agent's task is requested.",
  effect: 'write',
  idempotent: true,
  limit: 'person_interactions',
  input: z.object({ broker_task_id: taskId }),
  output: z.object({ broker_task_id: taskId }),
  problems: ['not-found'],
  async handler({ broker_task_id: id }, context) {
    const { user_id } = context.actor
    await context.transaction(async ({ db, audit }) => {
      if (!(await lockQuestionedTask(db, user_id, id))) throw noSuchTask()
      const subject = { user_id, broker_task_id: id }
      audit({ action: 'decline_task_question', subject, before: {}, after: {} })
    })
    await stopTask(context, id)
    return { broker_task_id: id }
  },
})
