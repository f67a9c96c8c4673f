import { z } from 'zod'
import { defineSessionTool } from '../core/define-tool.ts'
import { cancelQuestionedTask } from './task-questions.ts'
import { taskId } from './task-schema.ts'

export const declineTaskQuestion = defineSessionTool({
  name: 'decline_task_question',
  description: "Decline to answer the question of a provider. The cancellation of the agent's task is requested.",
  effect: 'write',
  idempotent: true,
  limit: 'person_interactions',
  input: z.object({ broker_task_id: taskId }),
  output: z.object({ broker_task_id: taskId }),
  problems: ['not-found'],
  async handler({ broker_task_id }, context) {
    await cancelQuestionedTask(context, { broker_task_id, by: { owner: context.actor.user_id } })
    return { broker_task_id }
  },
})
