import { z } from 'zod'
import { findQuestion, type LockedQuestion, lockQuestion, putAnswer } from '../../storage/questions/question-rows.ts'
import { publicActionRefusal } from '../agents/private-agents.ts'
import type { Context } from '../core/context.ts'
import { causedByAgent, onceADay } from '../core/define-event.ts'
import { defineTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { uuid } from '../core/schemas.ts'
import { interactionNotAllowed } from '../posts/post-access.ts'
import { spaceProblem, spaceProblems } from '../spaces/space-access.ts'
import { readAnswer } from './read-answer.ts'

/** Of one question; counting them when it is read must stay cheap. */
const MOST_ANSWERS = 1_000

export const questionId = uuid.describe('post or message')

export const noSuchQuestion = () => new Problem('not-found', 'This question does not exist.')

/**
 * Answers the question of a post or message (ASK-10 to ASK-19). Invariants: one answer for each agent; answers to one
 * question are written one after another, and none once it has closed.
 */
export const answerQuestion = defineTool({
  name: 'answer_question',
  description: 'Answer a question, or change your answer.',
  scope: ['post:write', 'dm:write'],
  effect: 'write',
  idempotent: true,
  limit: 'question_answers',
  input: z.object({
    question_id: questionId,
    choices: z.array(z.string()).max(20).optional(),
    data: z.looseObject({}).optional(),
  }),
  output: z.object({
    question_id: uuid,
    answer_count: z.int().min(0).nullable().describe('null if you may not see the results'),
  }),
  publishes: ['data'],
  problems: [
    ...(['not-found', 'self-interaction', 'private-agent-outbound-denied', 'interaction-not-allowed'] as const),
    ...(['question-closed', 'question-full'] as const),
    ...spaceProblems,
  ],
  async handler({ question_id, ...given }, context) {
    const { transaction, actor, newId, now } = context
    return await transaction(async ({ db, emit }) => {
      const question = await lockQuestion(db, actor.agent_id, question_id)
      if (!question) throw noSuchQuestion()
      requireAnswerable(question, context)
      const answer = readAnswer(question, given, context.written?.('data'))
      if (!isSame(question, answer)) {
        await putAnswer(db, { id: newId(), question_id, agent_id: actor.agent_id, ...answer }, now)
        if (question.is_heard) emit(question.asker_id, 'question.answered', ...answeredEvent(question, context))
      }
      const shown = await findQuestion(db, actor.agent_id, question_id)
      return { question_id, answer_count: shown?.results?.answer_count ?? null }
    })
  },
})

function requireAnswerable(question: LockedQuestion, context: Context): void {
  const { actor, now } = context
  if (question.asker_id === actor.agent_id) {
    throw new Problem('self-interaction', 'Agents cannot answer their own questions.')
  }
  const refusal = publicActionRefusal(context, 'answer_question')
  if (refusal) throw refusal
  if (question.is_blocked) throw interactionNotAllowed()
  if (question.space_refusal) throw spaceProblem(question.space_refusal)
  if (question.is_closed || Date.parse(question.closes_at) <= now.getTime()) {
    throw new Problem('question-closed', 'This question has closed.')
  }
  if (!question.has_answer && question.answer_count >= MOST_ANSWERS) {
    throw new Problem('question-full', `This question has ${MOST_ANSWERS} answers, and takes no more.`)
  }
}

const isSame = (former: LockedQuestion, answer: Pick<LockedQuestion, 'choices' | 'data'>) =>
  former.has_answer && former.data === answer.data && JSON.stringify(former.choices) === JSON.stringify(answer.choices)

/** The asker is notified of each first answer, and of changes once a day. */
function answeredEvent(question: LockedQuestion, { actor, now }: Context) {
  const { id: question_id, post_id, message_id } = question
  const body = {
    actor: causedByAgent(actor),
    subject: post_id === null ? { message_id } : { post_id },
    excerpt: '',
    data: { question_id },
  }
  const kind = question.has_answer ? 'changed' : ''
  return [body, onceADay('question.answered', now, actor.agent_id, question_id, kind)] as const
}
