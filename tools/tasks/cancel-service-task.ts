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

/** Before it was sent it is over at once; while it is being sent, it is noted for whoever sends (TASK-60 to TASK-62). */
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
  // Where it was not heard, whoever asks for it next tries once more.
  if (step.verdict.kind === 'again') return
  try {
    const settled = await checkedVerdict(context.batch, step)
    await context.transaction(scope => applySteps(scope, context, [settled]))
  } catch (error) {
    if (error instanceof UnansweredStatement || error instanceof Problem) throw error
    // The wish is noted, and what its provider says is judged again by whoever asks for it next.
    context.log.warn({ err: error, task: id }, 'a response to a cancellation could not be stored')
  }
}
