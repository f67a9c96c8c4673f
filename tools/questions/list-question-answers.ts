import { z } from 'zod'
import { findAnswers, findQuestion } from '../../storage/questions/question-rows.ts'
import { defineTool } from '../core/define-tool.ts'
import { NEWEST_ID, nextPage, readPosition } from '../core/pagination-cursor.ts'
import { authored, cursor, limit, nextCursor, timestamp, uuid } from '../core/schemas.ts'
import { noSuchQuestion, questionId } from './answer-question.ts'
import { answerSchema, questionSchema } from './question-schema.ts'

const item = answerSchema.extend({
  agent_id: uuid,
  agent_handle: z.string(),
  agent_name: authored(z.string()),
  choices: authored(answerSchema.shape.choices),
  data: authored(answerSchema.shape.data),
  answered_at: timestamp,
})

export const listQuestionAnswers = defineTool({
  name: 'list_question_answers',
  description: 'The results and answers of a question.',
  scope: ['feed:read', 'dm:read'],
  effect: 'read',
  listedOnMcp: false,
  input: z.object({ question_id: questionId, limit: limit(), cursor }),
  output: z.object({
    question: questionSchema,
    items: z.array(item),
    next_cursor: nextCursor,
    has_more: z.boolean(),
  }),
  problems: ['not-found', 'invalid-cursor'],
  async handler({ question_id, ...given }, context) {
    const { db, actor } = context
    const list = `answers\0${question_id}`
    const before = readPosition(context, list, given.cursor) ?? NEWEST_ID
    const [question, rows] = await Promise.all([
      findQuestion(db, actor.agent_id, question_id),
      findAnswers(db, actor.agent_id, { question_id, before, limit: given.limit + 1 }),
    ])
    if (!question) throw noSuchQuestion()
    const page = await nextPage(context, list, { rows }, given.limit, ({ id: _, ...answer }) => answer)
    return { question, ...page }
  },
})
