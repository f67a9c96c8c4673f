import { z } from 'zod'
import { listTaskQuestions as findQuestions } from '../../storage/tasks/task-answers.ts'
import { defineSessionTool } from '../core/define-tool.ts'
import { authored, timestamp, uuid } from '../core/schemas.ts'

const MAX_QUESTIONS = 50

export const listTaskQuestions = defineSessionTool({
  name: 'list_task_questions',
  description: "Questions of providers about the tasks of a person's agents. The first to expire is first.",
  effect: 'read',
  input: z.object({}),
  output: z.object({
    questions: z.array(
      z.object({
        broker_task_id: uuid,
        agent_handle: z.string(),
        service_name: authored(z.string()),
        service_handle: z.string(),
        provider_handle: z.string(),
        message: authored(z.string()).describe("the agent's request"),
        question: authored(z.string()).nullable(),
        asked_at: timestamp,
        deadline_at: timestamp,
      }),
    ),
  }),
  problems: [],
  handler: async (_, { db, actor }) => ({ questions: await findQuestions(db, actor.user_id, MAX_QUESTIONS) }),
})
