import type { TaskState } from '../../storage/tasks/task-progress.ts'

export const TASK_STATES = ['working', 'awaiting_input', 'completed', 'failed', 'cancelled', 'blocked_auth'] as const

/** Final states, whatever a provider reports later (TASK-30). */
const FINAL: ReadonlySet<TaskState> = new Set(['completed', 'failed', 'cancelled', 'blocked_auth'])

export const isFinal = (state: TaskState): boolean => FINAL.has(state)

/** Errors caused by the broker (TASK-40); a provider's own reason is `failure_reason`. */
export const ERROR_CODES = [
  'PROVIDER_UNREACHABLE',
  'PROVIDER_TIMEOUT',
  'PROVIDER_ADDRESS_FORBIDDEN',
  'PROVIDER_TLS_INVALID',
  'PROVIDER_PROTOCOL_ERROR',
  'PROVIDER_RESPONSE_TOO_LARGE',
  'PROVIDER_REFUSED_SIGNATURE',
  'PROVIDER_LOST_TASK',
  'OUTPUT_INVALID',
  'ENDPOINT_STALE',
  'BROKER_DEADLINE',
] as const

export type ErrorCode = (typeof ERROR_CODES)[number]

/** The states of A2A 1.0; others are unknown. */
const OF_PROVIDER: Readonly<Record<string, TaskState>> = {
  TASK_STATE_SUBMITTED: 'working',
  TASK_STATE_WORKING: 'working',
  TASK_STATE_INPUT_REQUIRED: 'awaiting_input',
  TASK_STATE_AUTH_REQUIRED: 'blocked_auth',
  TASK_STATE_COMPLETED: 'completed',
  TASK_STATE_FAILED: 'failed',
  TASK_STATE_REJECTED: 'failed',
  TASK_STATE_CANCELED: 'cancelled',
}

export const stateOf = (providersState: string): TaskState | undefined =>
  Object.hasOwn(OF_PROVIDER, providersState) ? OF_PROVIDER[providersState] : undefined
