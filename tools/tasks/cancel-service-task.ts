import { z } from 'zod'
import { READER_STATUSES } from '../../storage/agents/status-locks.ts'
import { UnansweredStatement } from '../../storage/db/db.ts'
import { findCalledTask, findTask, requestCancel } from '../../storage/tasks/task-rows.ts'
import { lockTasks } from '../../storage/tasks/task-updates.ts'
import type { Context } from '../core/context.ts'
import { defineTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { checkedVerdict } from './dispatch/apply-verdicts.ts'
import { cancelTask } from './dispatch/execute-task.ts'
import { applySteps, type TaskStep } from './progress/apply-step.ts'
import { CANCELLED_UNSENT } from './provider-results/read-task.ts'
import { noSuchTask, presentTask, serviceTask, taskId } from './task-schema.ts'

export const cancelServiceTask = defineTool({
  name: 'cancel_service_task',
  description: 'Request the cancellation of a task, if its provider supports it. Returns the status of the task.',
  scope: 'service:invoke',
  effect: 'write',
  idempotent: true,
  limit: 'service_cancellations',
  statuses: READER_STATUSES,
  input: z.object({ broker_task_id: taskId }),
  output: serviceTask,
  problems: ['not-found'],
  async handler({ broker_task_id: id }, context) {
    const { db, actor } = context
    if (!(await findTask(db, actor.agent_id, id))) throw noSuchTask()
    await stop(context, id)
    const row = await findTask(db, actor.agent_id, id)
    if (!row) throw noSuchTask()
    return presentTask(row)
  },
})

/**
 * Before it was sent, it ends immediately; while it is being sent, the request is recorded for the sender (TASK-60 to
 * TASK-62).
 */
async function stop(context: Context, id: string): Promise<void> {
  const called = await context.transaction(async scope => {
    const [task] = await lockTasks(scope.db, [id])
    if (task?.dispatch === 'queued') {
      await applySteps(scope, context, [{ id, verdict: CANCELLED_UNSENT }])
      return undefined
    }
    await requestCancel(scope.db, id, context.now)
    return await findCalledTask(scope.db, id)
  })
  if (!called) return
  const step: TaskStep = { id, ...(await cancelTask(context, called)) }
  // If the provider did not receive it, the next poll tries again.
  if (step.verdict.kind === 'again') return
  try {
    const settled = await checkedVerdict(context.batch, step)
    await context.transaction(scope => applySteps(scope, context, [settled]))
  } catch (error) {
    if (error instanceof UnansweredStatement || error instanceof Problem) throw error
    // The request is recorded, and the next poll evaluates the provider's response again.
    context.log.warn({ err: error, task: id }, 'a response to a cancellation could not be stored')
  }
}
