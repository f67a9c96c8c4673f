import type { Broker, BrokerCall, CallTarget } from '../../../push/broker/a2a.ts'
import { textOrValue } from '../../../push/broker/lossless-json.ts'
import type { QuestionedTask } from '../../../storage/tasks/task-answers.ts'
import type { DueTask, Outgoing } from '../../../storage/tasks/task-leases.ts'
import type { CalledTask } from '../../../storage/tasks/task-rows.ts'
import type { Contract } from '../../offers/offer-contract.ts'
import { FIRST_POLL_MS, SENDING_MS } from '../progress/advance-task.ts'
import type { TaskStep } from '../progress/apply-step.ts'
import { failed } from '../provider-results/read-task.ts'
import { type TaskVerdict, unreadable, verdictOfPolled, verdictOfSent } from '../provider-results/task-verdicts.ts'
import { pseudonymOf } from '../records/pseudonym.ts'
import type { ErrorCode } from '../task-states.ts'

export interface ExecuteTaskParts {
  broker: Pick<Broker, 'sendMessage' | 'getTask' | 'cancelTask' | 'listTasks'>
  secret: Buffer
  /** In ms since 1970. */
  clock(): number
}

export type PolledTask = Pick<TaskStep, 'verdict' | 'cancel_sent_at'>
type Callee = Pick<DueTask, 'interface_url' | 'tenant' | 'encryption_jwk' | 'party'>

const targetOf = ({ interface_url: url, tenant, encryption_jwk: encryptionJwk, party }: Callee): CallTarget => ({
  party,
  interface: { url, tenant, encryptionJwk },
})

/** Makes the due call of a task; `undefined`: none is due any more. */
export async function executeTask(parts: ExecuteTaskParts, task: DueTask): Promise<PolledTask | undefined> {
  if (task.outgoing) return await send(parts, task, task.outgoing)
  switch (task.dispatch) {
    case 'sending':
    case 'unknown':
      return { verdict: await findSent(parts, task) }
    case 'sent':
      return task.cancel_requested_at !== null && task.cancel_sent_at === null
        ? await cancelTask(
            { ...parts, now: new Date(parts.clock()) },
            { ...task, provider_task_id: task.provider_task_id! },
          )
        : { verdict: await poll(parts, task) }
    case 'queued':
    case 'ended':
      return undefined
  }
}

async function send(parts: ExecuteTaskParts, task: DueTask, outgoing: Outgoing): Promise<PolledTask> {
  if (outgoing.is_stale) return unsent('ENDPOINT_STALE')
  // A previous attempt failed for a temporary reason: the last one decides.
  const isTried = task.poll_ms > FIRST_POLL_MS
  if (!isTried && parts.clock() >= Date.parse(task.created_at) + SENDING_MS) return unsent('BROKER_DEADLINE')
  const { message, data } = outgoing
  const { id } = task
  const contract = JSON.parse(outgoing.contract) as Contract
  const outcome = await parts.broker.sendMessage(callOf(parts, task, contract), {
    messageId: id,
    contextId: id,
    acceptedOutputModes: contract.output_modes,
    parts: [{ text: message }, { data: textOrValue(data) }],
  })
  return { verdict: verdictOfSent(outcome, deliveryOf(task, new Date(parts.clock()))) }
}

type Described = Callee &
  Pick<DueTask, 'id' | 'provider_id' | 'service_id' | 'offer_revision_id' | 'contract_hash' | 'consumer_id'>

function callOf({ secret }: Pick<ExecuteTaskParts, 'secret'>, task: Described, { skill_id }: Contract): BrokerCall {
  const { id, provider_id, service_id, offer_revision_id, contract_hash, consumer_id } = task
  const consumer = pseudonymOf(secret, provider_id, consumer_id)
  return {
    ...targetOf(task),
    provider_agent_id: provider_id,
    service_id,
    facts: { broker_task_id: id, offer_revision_id, skill_id, contract_hash, consumer },
  }
}

/**
 * Sends the answer to a question as the next message of the provider's task (TASK-94). Whatever is no task or message
 * decides nothing: the next poll does.
 */
export async function sendInput(
  { broker, secret, now }: { broker: Pick<Broker, 'sendMessage'>; secret: Buffer; now: Date },
  task: QuestionedTask,
  { id: messageId, text }: { id: string; text: string },
): Promise<{ verdict: TaskVerdict; isUnsent: boolean }> {
  const contract = JSON.parse(task.contract) as Contract
  const taskId = task.provider_task_id
  const outcome = await broker.sendMessage(callOf({ secret }, task, contract), {
    messageId,
    contextId: task.id,
    taskId,
    acceptedOutputModes: contract.output_modes,
    parts: [{ text }],
  })
  const isAnswered = outcome.kind === 'message' || (outcome.kind === 'task' && outcome.task.id === taskId)
  return {
    verdict: isAnswered
      ? verdictOfSent(outcome, deliveryOf(task, now))
      : { kind: 'again', error_code: 'PROVIDER_UNREACHABLE' },
    isUnsent: outcome.kind === 'not_sent',
  }
}

const unsent = (code: ErrorCode): PolledTask => ({ verdict: { kind: 'read', reading: failed(code), isUnsent: true } })

/** A task that may have been sent is looked up once, and never sent again (TASK-34). */
async function findSent(parts: ExecuteTaskParts, task: DueTask): Promise<TaskVerdict> {
  const outcome = await parts.broker.listTasks(targetOf(task), task.id)
  const found = outcome.kind === 'tasks' ? outcome.tasks.find(({ contextId }) => contextId === task.id) : undefined
  if (!found) return { kind: 'read', reading: failed('PROVIDER_TIMEOUT') }
  return verdictOfSent({ kind: 'task', task: found }, deliveryOf(task, new Date(parts.clock())))
}

async function poll(parts: ExecuteTaskParts, task: DueTask): Promise<TaskVerdict> {
  const id = task.provider_task_id!
  return verdictOfPolled(await parts.broker.getTask(targetOf(task), id), id, deliveryOf(task, new Date(parts.clock())))
}

const CANCEL_MS = 5_000

/** Requests cancellation from the provider; if that is rejected, polls the status (TASK-61). */
export async function cancelTask(
  { broker, now }: { broker: Pick<Broker, 'getTask' | 'cancelTask'>; now: Date },
  task: Pick<CalledTask, 'provider_id' | 'provider_task_id'> & Callee,
): Promise<PolledTask> {
  const id = task.provider_task_id
  const target = { ...targetOf(task), timeoutMs: CANCEL_MS }
  const answered = await broker.cancelTask(target, id)
  const polled = answered.kind === 'error' ? await broker.getTask(target, id) : answered
  return { verdict: judged(polled, id, deliveryOf(task, now)), cancel_sent_at: now.toISOString() }
}

/** Cancellation is requested whatever the response is worth. */
function judged(...polled: Parameters<typeof verdictOfPolled>): TaskVerdict {
  try {
    return verdictOfPolled(...polled)
  } catch {
    return unreadable('sent')
  }
}

/** Tells a provider that its work is no longer needed, without waiting for a confirmation. */
export async function stopProviderTask(
  { broker }: Pick<ExecuteTaskParts, 'broker'>,
  task: DueTask,
  verdict: TaskVerdict,
): Promise<void> {
  const id = verdict.kind === 'read' ? verdict.reading.provider_task_id : null
  if (id !== null) await broker.cancelTask({ ...targetOf(task), timeoutMs: CANCEL_MS }, id)
}

const deliveryOf = ({ provider_id }: Pick<DueTask, 'provider_id'>, now: Date) => ({
  provider_agent_id: provider_id,
  received_at: now.toISOString(),
})
