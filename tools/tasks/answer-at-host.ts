import { z } from 'zod'
import { defineHostTool } from '../core/define-tool.ts'
import { text } from '../core/schemas.ts'
import { cancelQuestionedTask, submitTaskAnswer } from './task-questions.ts'
import { taskId } from './task-schema.ts'

/** Of any characters, its message fits between the processes of a server. */
export const HOST_ANSWER_CHARACTERS = 1_500

export const answerAtHost = defineHostTool({
  name: 'answer_at_host',
  description: 'Answer or decline the question of a provider, as the person at the host of the agent.',
  scope: 'service:invoke',
  effect: 'write',
  limit: 'service_invocations',
  input: z.object({
    broker_task_id: taskId,
    asked_at: z.iso.datetime().describe('updated_at of the task as the question was shown'),
    answer: text(HOST_ANSWER_CHARACTERS).nullable().describe('sent to the provider; null declines'),
  }),
  output: z.object({ broker_task_id: taskId }),
  problems: ['not-found', 'credential-part-forbidden', 'provider-unavailable'],
  async handler({ broker_task_id, asked_at, answer }, context) {
    const question = { broker_task_id, by: { consumer: context.actor.agent_id, asked_at } }
    await (answer === null ? cancelQuestionedTask(context, question) : submitTaskAnswer(context, question, answer))
    return { broker_task_id }
  },
})
