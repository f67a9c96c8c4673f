import { z } from 'zod'
import { findTaskAnswers, findTaskQuestions } from '../../storage/tasks/task-answers.ts'
import { defineSessionTool } from '../core/define-tool.ts'
import { authored, timestamp, uuid } from '../core/schemas.ts'
import { answeredBy } from './task-schema.ts'

const MAX_QUESTIONS = 50
const MAX_ANSWERS = 20

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
    answers: z
      .array(
        z.object({
          broker_task_id: uuid,
          agent_handle: z.string(),
          service_handle: z.string(),
          question: authored(z.string()).nullable(),
          answer: z.string(),
          answered_by: answeredBy,
          created_at: timestamp,
        }),
      )
      .describe('given before, newest first'),
  }),
  problems: [],
  async handler(_, { db, actor: { user_id } }) {
    const [questions, answers] = await Promise.all([
      findTaskQuestions(db, user_id, MAX_QUESTIONS),
      findTaskAnswers(db, user_id, MAX_ANSWERS),
    ])
    return { questions, answers }
  },
})
