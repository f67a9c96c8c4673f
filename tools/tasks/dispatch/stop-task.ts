import { UnansweredStatement } from '../../../storage/db/db.ts'
import { findCalledTask, requestCancel } from '../../../storage/tasks/task-rows.ts'
import { lockTasks } from '../../../storage/tasks/task-updates.ts'
import type { Actor, Context } from '../../core/context.ts'
import { Problem } from '../../core/problems/problem.ts'
import { applySteps, type TaskStep } from '../progress/apply-step.ts'
import { CANCELLED_UNSENT } from '../provider-results/read-task.ts'
import { checkedVerdict } from './apply-verdicts.ts'
import { cancelTask } from './execute-task.ts'

/**
 * Before it was sent, it ends immediately; while it is being sent, the request is recorded for the sender (TASK-60 to
 * TASK-62).
 */
export async function stopTask(context: Context<Actor>, id: string): Promise<void> {
  const stopping = await context.transaction(async scope => {
    const [task] = await lockTasks(scope.db, [id])
    if (task?.dispatch === 'queued') {
      await applySteps(scope, context, [{ id, verdict: CANCELLED_UNSENT }])
      return undefined
    }
    await requestCancel(scope.db, id, context.now)
    return await findCalledTask(scope.db, id)
  })
  if (!stopping) return
  const step: TaskStep = { id, ...(await cancelTask(context, stopping)) }
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
