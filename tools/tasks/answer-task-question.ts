import { z } from 'zod'
import { defineSessionTool } from '../core/define-tool.ts'
import { text } from '../core/schemas.ts'
import { submitTaskAnswer } from './task-questions.ts'
import { taskId } from './task-schema.ts'

export const answerTaskQuestion = defineSessionTool({
  name: 'answer_task_question',
  description: "Answer the question of a provider about a task of one of the person's agents.",
  effect: 'write',
  limit: 'person_interactions',
  input: z.object({ broker_task_id: taskId, answer: text(4_000).describe('sent to the provider') }),
  output: z.object({ broker_task_id: taskId }),
  problems: ['not-found', 'credential-part-forbidden', 'provider-unavailable'],
  async handler({ broker_task_id, answer }, context) {
    await submitTaskAnswer(context, { broker_task_id, by: { owner: context.actor.user_id } }, answer)
    return { broker_task_id }
  },
})
