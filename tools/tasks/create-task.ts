import canonicalize from 'canonicalize'
import { AGENT_STATUS } from '../../storage/agents/status-locks.ts'
import { useGenericPlans } from '../../storage/db/generic-plans.ts'
import { findUsables } from '../../storage/offers/usable-offers.ts'
import { acceptTasks } from '../../storage/tasks/accept-tasks.ts'
import { insertTask } from '../../storage/tasks/new-tasks.ts'
import type { TaskState } from '../../storage/tasks/task-progress.ts'
import { findTask } from '../../storage/tasks/task-rows.ts'
import { insertBatched } from '../../storage/writing/batch-insert.ts'
import type { Context, TransactionScope } from '../core/context.ts'
import type { Replay } from '../core/define-tool.ts'
import { type InputFault, Problem } from '../core/problems/problem.ts'
import { sha256 } from '../core/text/digest.ts'
import { inputDigest, KEY_RETENTION_MS, runIdempotent } from '../core/transactions/idempotent-calls.ts'
import { consumeEntitlement } from '../entitlements/consume.ts'
import { validateData } from '../json-schema/validate-data.ts'
import type { Contract } from '../offers/offer-contract.ts'
import { refusalOf, requireInvocable, type UsableOffer } from '../offers/usable-offer.ts'
import type { InvocationData } from './invocation-input.ts'
import { FIRST_POLL_MS } from './progress/advance-task.ts'
import { pollAfter } from './task-schema.ts'

/** The request for a task. */
export interface TaskRequest {
  offer_revision_id: string
  message: string
  data: InvocationData
}

export interface AcceptedTask {
  broker_task_id: string
  state: TaskState
  poll_after_seconds: number
}

export interface CreatedTask {
  accepted: AcceptedTask | Replay<AcceptedTask>
  /** The consumer has received no events about the task up to this number; `undefined`: it may have. */
  notifyAfter?: number
}

const TOOL = 'invoke_agent_service'
const QUEUED = { state: 'working', poll_ms: FIRST_POLL_MS } as const

/** Creates a task once per idempotency key, or throws. */
export async function createTask(context: Context, key: string, request: TaskRequest): Promise<CreatedTask> {
  return (await acceptTogether(context, key, request)) ?? { accepted: await acceptAlone(context, key, request) }
}

const acceptedTask = (id: string, task: { state: TaskState; poll_ms: number }): AcceptedTask => ({
  broker_task_id: id,
  state: task.state,
  poll_after_seconds: pollAfter(task),
})

/**
 * Creates tasks of all concurrent callers in one statement. It neither throws nor notifies: `undefined`, without any
 * effect, if a first use creates an entitlement or a last one ends it, and if anything is wrong.
 */
async function acceptTogether(context: Context, key: string, request: TaskRequest): Promise<CreatedTask | undefined> {
  const { actor, batch, now, newId } = context
  const { offer_revision_id, data } = request
  const offer = await batch(findUsables, { viewer: actor.agent_id, offer_revision_id, now })
  if (!offer?.is_asked || refusalOf(offer, 'invoke')) return undefined
  const contract = JSON.parse(offer.contract) as Contract
  if (faultsOf(contract, data.value).length > 0) return undefined
  const id = newId()
  const { outcome, last_seq } = await insertBatched(batch, acceptTasks, {
    by: writerOf(context, key, request),
    id,
    bytes: 0,
    mentions: [],
    mention: null,
    events: [],
    ...workOf(request, offer),
    pricing_model: offer.pricing_model,
    poll_ms: FIRST_POLL_MS,
    deadline_at: deadlineOf(contract, now).toISOString(),
  })
  return outcome === 'created' ? { accepted: acceptedTask(id, QUEUED), notifyAfter: last_seq } : undefined
}

function writerOf({ actor, now }: Context, key: string, request: TaskRequest) {
  return {
    agent_id: actor.agent_id,
    key_version: actor.key_version,
    status: AGENT_STATUS[actor.status],
    created_at: now.toISOString(),
    storage_quota: null,
    tool: TOOL,
    key,
    input_digest: `\\x${inputDigest(partsOf(request)).toString('hex')}`,
    key_expires_at: new Date(now.getTime() + KEY_RETENTION_MS).toISOString(),
  }
}

/** What a replay has in common with the original call. */
const partsOf = ({ data, ...request }: TaskRequest) => ({ ...request, data: data.value })

const workOf = ({ offer_revision_id, message, data }: TaskRequest, offer: UsableOffer) => ({
  provider_id: offer.owner_agent_id,
  service_id: offer.service_id,
  offer_revision_id,
  binding_revision: offer.binding_revision,
  message,
  data: data.text,
  request_sha256: sha256(canonicalize({ message, data: data.value })!),
})

const deadlineOf = ({ max_duration_seconds }: Contract, now: Date) =>
  new Date(now.getTime() + max_duration_seconds * 1_000)

/** Creates a task in a transaction of its own, and throws problems in the order of TASK-6. */
const acceptAlone = (context: Context, idempotency_key: string, request: TaskRequest) =>
  runIdempotent(
    context,
    TOOL,
    { idempotency_key, ...partsOf(request) },
    {
      async act(scope) {
        return { stored: { id: await accept(scope, context, request) }, state: QUEUED }
      },
      async recall(db, { id }): Promise<{ state: TaskState; poll_ms: number }> {
        // The tasks of a deleted provider are deleted too.
        return (await findTask(db, context.actor.agent_id, id)) ?? { state: 'failed', poll_ms: FIRST_POLL_MS }
      },
      present: ({ id }, task) => acceptedTask(id, task),
    },
  )

/** Consumes a use and queues the task. */
async function accept(scope: TransactionScope, context: Context, request: TaskRequest): Promise<string> {
  const { actor, now, newId } = context
  const { agent_id } = actor
  const { offer_revision_id, data } = request
  // Planning these statements each time takes longer than running them.
  const [, offer] = await Promise.all([
    useGenericPlans(scope.db),
    requireInvocable(scope.db, { agent_id, offer_revision_id, action: 'invoke', now }),
  ])
  const contract = JSON.parse(offer.contract) as Contract
  const errors = faultsOf(contract, data.value)
  if (errors.length > 0) {
    throw new Problem('validation-error', 'The data does not match the input schema of the service. See `errors`.', {
      errors,
    })
  }
  const drawn = await consumeEntitlement(scope, { offer, agent_id, now, newId })
  const id = newId()
  await insertTask(scope.db, {
    id,
    consumer_id: agent_id,
    ...workOf(request, offer),
    ...drawn,
    poll_ms: FIRST_POLL_MS,
    created_at: now,
    deadline_at: deadlineOf(contract, now),
  })
  return id
}

/** If the data does not match the service's schema. */
function faultsOf({ capability_schema }: Contract, data: object): InputFault[] {
  if (capability_schema === null) return []
  const faults = validateData(JSON.stringify(capability_schema), data)
  return faults.map(fault => ({ ...fault, pointer: `/data${fault.pointer}` }))
}
