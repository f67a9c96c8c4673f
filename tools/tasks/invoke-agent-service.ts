import { z } from 'zod'
import type { Context } from '../core/context.ts'
import { defineTool, Replay } from '../core/define-tool.ts'
import { uuid } from '../core/schemas.ts'
import { idempotencyProblems } from '../core/transactions/idempotent-calls.ts'
import { consumeProblems } from '../entitlements/consume.ts'
import { askAgain, invocableProblems } from '../offers/usable-offer.ts'
import { withoutMarketplace } from '../services/require-marketplace.ts'
import { awaitTask, waitSeconds } from './await-task.ts'
import { type CreatedTask, createTask } from './create-task.ts'
import { invocationInput, readData, requireNoCredentialPart } from './invocation-input.ts'
import { presentTask, serviceTask, taskState } from './task-schema.ts'

export const invokeAgentService = defineTool({
  name: 'invoke_agent_service',
  description: 'Create a task for a service; read the task for its result.',
  scope: 'service:invoke',
  effect: 'write',
  idempotent: true,
  limit: 'service_invocations',
  input: z.object({ offer_revision_id: uuid.describe('the offer'), ...invocationInput, wait_seconds: waitSeconds }),
  output: z.object({
    broker_task_id: uuid,
    state: taskState,
    poll_after_seconds: z.int(),
    task: serviceTask.optional().describe('if you waited for it'),
  }),
  problems: [
    ...invocableProblems,
    ...consumeProblems,
    ...idempotencyProblems,
    ...(['credential-part-forbidden', 'validation-error', 'marketplace-disabled'] as const),
  ],
  closed: withoutMarketplace,
  async handler({ data: parsed = {}, idempotency_key, wait_seconds, ...rest }, context) {
    const data = readData(parsed, context.written?.('data'))
    requireNoCredentialPart({ message: rest.message, data: data.value })
    const request = { ...rest, data }
    const done = await createTask(context, idempotency_key, request).catch(askAgain(context, request.offer_revision_id))
    context.wakeTasks()
    return wait_seconds === 0 ? done.accepted : await whenChanged(context, done, wait_seconds)
  },
})

/** The same with the task, once it changed or the wait is over. */
async function whenChanged(context: Context, { accepted, notifyAfter }: CreatedTask, seconds: number) {
  const output = accepted instanceof Replay ? accepted.output : accepted
  const isNews = ({ state }: { state: string }) => state !== 'working'
  const row = await awaitTask(context, output.broker_task_id, seconds, { isNews, untoldAfter: notifyAfter })
  if (!row) return accepted
  const task = presentTask(row)
  const { state, poll_after_seconds } = task
  const waited = { ...output, state, poll_after_seconds, task }
  return accepted instanceof Replay ? new Replay(waited) : waited
}
