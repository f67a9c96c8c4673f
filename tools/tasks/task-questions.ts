import {
  type Answerer,
  deleteTaskAnswer,
  insertTaskAnswer,
  lockQuestionedTask,
  type QuestionedTask,
} from '../../storage/tasks/task-answers.ts'
import type { Actor, Context } from '../core/context.ts'
import { Problem } from '../core/problems/problem.ts'
import { checkedVerdict } from './dispatch/apply-verdicts.ts'
import { sendInput } from './dispatch/execute-task.ts'
import { stopTask } from './dispatch/stop-task.ts'
import { requireNoCredentialPart } from './invocation-input.ts'
import { applySteps } from './progress/apply-step.ts'
import { isAskedAgain, resumedBy } from './provider-results/read-task.ts'

// Questions of providers, which people answer on behalf of the agent that commissioned the task (TASK-94). The answer is the
// next message of the provider's task.
//
// Invariants: one answer to each question, whoever gives it, and it is sent at most once. The task is `working` from the
// moment before it is sent; if it certainly did not arrive, the question is asked again.

export interface AnsweredQuestion {
  broker_task_id: string
  by: Answerer
}

export async function submitTaskAnswer(context: Context<Actor>, question: AnsweredQuestion, answer: string) {
  requireNoCredentialPart({ answer })
  const id = question.broker_task_id
  const answerId = context.newId()
  const task = await accept(context, question, { id: answerId, answer })
  const { verdict, isUnsent } = await sendInput(context, task, { id: answerId, text: answer })
  const step = await checkedVerdict(context.batch, { id, verdict: isUnsent ? isAskedAgain(task) : verdict })
  await context.transaction(async scope => {
    if (isUnsent) await deleteTaskAnswer(scope.db, answerId)
    await applySteps(scope, context, [step])
  })
  if (isUnsent) {
    throw new Problem('provider-unavailable', 'The provider could not be reached. Nothing was sent; try again later.')
  }
}

/** Stores the answer and resumes the task, so that no second answer is accepted. */
const accept = (
  context: Context<Actor>,
  { broker_task_id, by }: AnsweredQuestion,
  { id, answer }: { id: string; answer: string },
) =>
  context.transaction(async (scope): Promise<QuestionedTask> => {
    const task = await lockQuestionedTask(scope.db, by, broker_task_id)
    if (!task) throw isClosed()
    const { input_prompt: question } = task
    const person_id = 'owner' in by ? by.owner : null
    await insertTaskAnswer(scope.db, { id, task_id: broker_task_id, person_id, question, answer }, context.now)
    await applySteps(scope, context, [{ id: broker_task_id, verdict: resumedBy(person_id ? 'owner' : 'host') }])
    scope.audit({ action: 'answer_task_question', subject: subjectOf(broker_task_id, by), before: {}, after: {} })
    return task
  })

/** Requests the cancellation of the task (TASK-95). */
export async function cancelQuestionedTask(context: Context<Actor>, { broker_task_id, by }: AnsweredQuestion) {
  await context.transaction(async ({ db, audit }) => {
    if (!(await lockQuestionedTask(db, by, broker_task_id))) throw isClosed()
    audit({ action: 'decline_task_question', subject: subjectOf(broker_task_id, by), before: {}, after: {} })
  })
  await stopTask(context, broker_task_id)
}

const subjectOf = (broker_task_id: string, by: Answerer) => ({
  broker_task_id,
  ...('owner' in by ? { user_id: by.owner } : { agent_id: by.consumer, answered_by: 'host' }),
})

const isClosed = () =>
  new Problem('not-found', 'This question is not open any more: it was answered, or its task has ended.')
