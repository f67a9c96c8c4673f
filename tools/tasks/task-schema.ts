import { z } from 'zod'
import { parseJson, textOrValue } from '../../push/broker/lossless-json.ts'
import type { TaskRow } from '../../storage/tasks/task-rows.ts'
import { Problem } from '../core/problems/problem.ts'
import { authored, timestamp, uuid } from '../core/schemas.ts'
import { COMPONENTS } from '../core/tool-json-schema.ts'
import { type Artifact, artifactSchema } from './artifact-schema.ts'
import { ERROR_CODES, isFinal, TASK_STATES } from './task-states.ts'

export const taskId = uuid.describe('the task')

export const taskState = z.enum(TASK_STATES)

/** The person who answered a question of the provider (TASK-96). */
export const answeredBy = z.enum(['owner', 'host'])

/** A task for its consumer (TASK-20). */
export const serviceTask = z
  .object({
    broker_task_id: uuid,
    state: taskState,
    service_id: uuid,
    service_handle: z.string().nullable(),
    service_name: authored(z.string()).nullable(),
    offer_revision_id: uuid,
    contract_hash: z.string(),
    message: z.string(),
    data: z.unknown().meta({ type: 'object', additionalProperties: {} }),
    input_prompt: authored(z.string()).nullable(),
    status_message: authored(z.string()).nullable(),
    artifacts: z.array(artifactSchema),
    error_code: z.enum(ERROR_CODES).nullable().describe('what the broker observed'),
    failure_reason: authored(z.string()).nullable(),
    order_id: z.null(),
    entitlement_id: uuid,
    allowance_restored: z.boolean(),
    provider: z.object({ agent_id: uuid, handle: z.string(), name: authored(z.string()) }).nullable(),
    created_at: timestamp,
    updated_at: timestamp,
    started_at: timestamp.nullable(),
    completed_at: timestamp.nullable(),
    deadline_at: timestamp,
    cancel_requested_at: timestamp.nullable(),
    poll_after_seconds: z.int(),
    receipt_id: uuid.nullable(),
  })
  .register(COMPONENTS, { id: 'ServiceTask' })

export type ServiceTask = z.output<typeof serviceTask>

export const noSuchTask = () => new Problem('not-found', 'This task does not exist.')

/** Text of a provider that is no longer visible is not shown. */
export function presentTask(row: TaskRow): z.input<typeof serviceTask> {
  const { id, data, artifacts, provider, error_code, input_prompt, status_message, failure_reason, ...task } = row
  const forConsumer = <Text>(text: Text | null) => (provider === null ? null : text)
  return {
    ...task,
    broker_task_id: id,
    provider,
    order_id: null,
    error_code: error_code as ServiceTask['error_code'],
    data: textOrValue(data),
    input_prompt: forConsumer(input_prompt),
    status_message: forConsumer(status_message),
    failure_reason: forConsumer(failure_reason),
    artifacts: artifacts.map(text => parseJson(text) as Artifact),
    poll_after_seconds: pollAfter(row),
  }
}

/** About as long as the broker itself waits: polling more often gains nothing. */
export function pollAfter({ state, poll_ms }: Pick<TaskRow, 'state' | 'poll_ms'>): number {
  if (isFinal(state) || state === 'awaiting_input') return 30
  return Math.max(2, Math.min(30, Math.ceil(poll_ms / 1_000)))
}
