import canonicalize from 'canonicalize'
import { z } from 'zod'
import { keepPlans } from '../../storage/db/kept-plans.ts'
import { insertTask } from '../../storage/tasks/new-tasks.ts'
import type { TaskState } from '../../storage/tasks/rows.ts'
import { findTask } from '../../storage/tasks/tasks.ts'
import { drawDown, drawProblems } from '../entitlements/draw.ts'
import type { Context, TransactionScope } from '../kernel/context.ts'
import { defineTool, Replay } from '../kernel/define.ts'
import { once, onceProblems } from '../kernel/idempotency.ts'
import { Problem } from '../kernel/problems/problems.ts'
import { uuid } from '../kernel/schemas.ts'
import { sha256 } from '../kernel/text/digest.ts'
import type { Contract } from '../offers/contract.ts'
import { askAgain, invocableProblems, requireInvocable } from '../offers/invocable.ts'
import { withoutMarketplace } from '../services/marketplace.ts'
import { validateData } from '../services/schema/validate-data.ts'
import { invocationInput, requireNoCredential } from './invocation.ts'
import { FIRST_POLL_MS } from './progress/advance.ts'
import { pollAfter, presentTask, serviceTask, taskState } from './task.ts'
import { awaitTask, waitSeconds } from './waiting.ts'

interface Asked {
  offer_revision_id: string
  message: string
  data: Record<string, unknown>
}

export const invokeAgentService = defineTool({
  name: 'invoke_agent_service',
  description: 'Have a service do a piece of work; read the task for what comes of it.',
  scope: 'service:invoke',
  effect: 'write',
  idempotent: true,
  limit: 'service_invocations',
  input: z.object({ offer_revision_id: uuid.describe('the offer'), ...invocationInput, wait_seconds: waitSeconds }),
  output: z.object({
    broker_task_id: uuid,
    state: taskState,
    poll_after_seconds: z.int(),
    task: serviceTask.optional().describe('where it was waited for'),
  }),
  problems: [
    ...invocableProblems,
    ...drawProblems,
    ...onceProblems,
    ...(['credential-part-forbidden', 'validation-error', 'marketplace-disabled'] as const),
  ],
  closed: withoutMarketplace,
  async handler({ data = {}, idempotency_key, wait_seconds, ...rest }, context) {
    const asked = { ...rest, data }
    requireNoCredential({ message: asked.message, data })
    const answer = await commission(context, idempotency_key, asked).catch(askAgain(context, asked.offer_revision_id))
    context.wakeTasks()
    return wait_seconds === 0 ? answer : await whenChanged(context, answer, wait_seconds)
  },
})

const commission = (context: Context, idempotency_key: string, asked: Asked) =>
  once(
    context,
    'invoke_agent_service',
    { idempotency_key, ...asked },
    {
      async act(scope) {
        const id = await accept(scope, context, asked)
        return { kept: { id }, state: { state: 'working' as TaskState, poll_ms: FIRST_POLL_MS } }
      },
      async recall(db, { id }) {
        // With a provider that is deleted its tasks go.
        return (await findTask(db, context.actor.agent_id, id)) ?? { state: 'failed' as const, poll_ms: FIRST_POLL_MS }
      },
      present: ({ id }, task) => ({ broker_task_id: id, state: task.state, poll_after_seconds: pollAfter(task) }),
    },
  )

type Answer = Awaited<ReturnType<typeof commission>>

/** The same with the task, once it changed or was waited for as long as that. */
async function whenChanged(context: Context, answer: Answer, seconds: number) {
  const output = answer instanceof Replay ? answer.output : answer
  const row = await awaitTask(context, output.broker_task_id, seconds, ({ state }) => state !== 'working')
  if (!row) return answer
  const task = presentTask(row)
  const { state, poll_after_seconds } = task
  const waited = { ...output, state, poll_after_seconds, task }
  return answer instanceof Replay ? new Replay(waited) : waited
}

/** Takes a use and queues the work, or raises why not, in the order of TASK-6. */
async function accept(scope: TransactionScope, context: Context, asked: Asked): Promise<string> {
  const { actor, now, newId } = context
  const { offer_revision_id, message, data } = asked
  const { agent_id } = actor
  // To plan these statements anew each time takes longer than to run them.
  const [, offer] = await Promise.all([
    keepPlans(scope.db),
    requireInvocable(scope.db, { agent_id, offer_revision_id, deed: 'invoke', now }),
  ])
  const contract = JSON.parse(offer.contract) as Contract
  requireFitting(contract, data)
  const drawn = await drawDown(scope, { offer, agent_id, now, newId })
  const id = newId()
  await insertTask(scope.db, {
    ...{ id, consumer_id: agent_id, provider_id: offer.owner_agent_id, service_id: offer.service_id },
    ...{ offer_revision_id, binding_revision: offer.binding_revision, ...drawn, message, data: JSON.stringify(data) },
    request_sha256: sha256(canonicalize({ message, data })!),
    poll_ms: FIRST_POLL_MS,
    created_at: now,
    deadline_at: new Date(now.getTime() + contract.max_duration_seconds * 1_000),
  })
  return id
}

function requireFitting({ capability_schema }: Contract, data: object): void {
  if (capability_schema === null) return
  const faults = validateData(JSON.stringify(capability_schema), data)
  if (faults.length === 0) return
  const errors = faults.map(fault => ({ ...fault, pointer: `/data${fault.pointer}` }))
  throw new Problem('validation-error', 'The data does not fit what the service asks for; see `errors`.', { errors })
}
