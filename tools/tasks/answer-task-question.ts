import { z } from 'zod'
import {
  deleteTaskAnswer,
  insertTaskAnswer,
  lockQuestionedTask,
  type QuestionedTask,
} from '../../storage/tasks/task-answers.ts'
import type { Context, PersonActor } from '../core/context.ts'
import { defineSessionTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { text } from '../core/schemas.ts'
import { checkedVerdict } from './dispatch/apply-verdicts.ts'
import { sendInput } from './dispatch/execute-task.ts'
import { requireNoCredentialPart } from './invocation-input.ts'
import { applySteps } from './progress/apply-step.ts'
import { isAskedAgain, RESUMED } from './provider-results/read-task.ts'
import { noSuchTask, taskId } from './task-schema.ts'

/**
 * Answers the question of a provider on behalf of the agent that commissioned the task (TASK-94). The answer is the next
 * message of the provider's task.
 *
 * Invariants: one answer to each question, and it is sent at most once. The task is `working` from the moment before it
 * is sent; if it certainly did not arrive, the question is asked again.
 */
export const answerTaskQuestion = defineSessionTool({
  name: 'answer_task_question',
  description: "Answer the question of a provider about a task of one of the person's agents.",
  effect: 'write',
  limit: 'person_interactions',
  input: z.object({ broker_task_id: taskId, answer: text(4_000).describe('sent to the provider') }),
  output: z.object({ broker_task_id: taskId }),
  problems: ['not-found', 'credential-part-forbidden', 'provider-unavailable'],
  async handler({ broker_task_id: id, answer }, context) {
    requireNoCredentialPart({ answer })
    const answerId = context.newId()
    const task = await accept(id, { id: answerId, answer }, context)
    const { verdict, isUnsent } = await sendInput(context, task, { id: answerId, text: answer })
    const step = await checkedVerdict(context.batch, { id, verdict: isUnsent ? isAskedAgain(task) : verdict })
    await context.transaction(async scope => {
      if (isUnsent) await deleteTaskAnswer(scope.db, answerId)
      await applySteps(scope, context, [step])
    })
    if (isUnsent) {
      throw new Problem('provider-unavailable', 'The provider could not be reached. Nothing was sent; try again later.')
    }
    return { broker_task_id: id }
  },
})

/** Stores the answer and resumes the task, so that no second answer is accepted. */
const accept = (id: string, { id: answerId, answer }: { id: string; answer: string }, context: Context<PersonActor>) =>
  context.transaction(async (scope): Promise<QuestionedTask> => {
    const { user_id } = context.actor
    const task = await lockQuestionedTask(scope.db, user_id, id)
    if (!task) throw noSuchTask()
    const row = { id: answerId, task_id: id, person_id: user_id, question: task.input_prompt, answer }
    await insertTaskAnswer(scope.db, row, context.now)
    await applySteps(scope, context, [{ id, verdict: RESUMED }])
    scope.audit({ action: 'answer_task_question', subject: { user_id, broker_task_id: id }, before: {}, after: {} })
    return task
  })
