import type { A2aArtifact, A2aMessage, A2aTask } from '../../../push/broker/a2a.ts'
import type { AnsweredBy, TaskState } from '../../../storage/tasks/task-progress.ts'
import type { Artifact } from '../artifact-schema.ts'
import { type ErrorCode, isFinal, stateOf } from '../task-states.ts'
import { readArtifacts } from './artifacts.ts'

/** The state of a task according to a call. */
export interface TaskReading {
  state: TaskState
  /** `null`: the provider returned a message, or did not respond. */
  provider_task_id: string | null
  input_prompt: string | null
  status_message: string | null
  failure_reason: string | null
  error_code: ErrorCode | null
  /** Only for a final state. */
  artifacts: readonly Artifact[]
}

interface Delivery {
  provider_agent_id: string
  received_at: string
}

const REASON_CHARACTERS = 500
const MAX_PROMPT = 4_000

/** By code points, so that no character is split. */
const cut = (text: string, max: number): string => (text.length <= max ? text : [...text].slice(0, max).join(''))

/** The provider's reason for a rejection, as far as it is disclosed. */
export const asReason = (text: string): string | null => (text === '' ? null : cut(text, REASON_CHARACTERS))

const NO_MESSAGE = {
  provider_task_id: null,
  input_prompt: null,
  status_message: null,
  failure_reason: null,
  error_code: null,
  artifacts: [],
}

export const failed = (error_code: ErrorCode, failure_reason: string | null = null): TaskReading => ({
  ...NO_MESSAGE,
  state: 'failed',
  error_code,
  failure_reason,
})

/** A person answered, and the provider is about to be sent the answer. */
export const resumedBy = (answered_by: AnsweredBy) =>
  ({ kind: 'read', reading: { ...NO_MESSAGE, state: 'working' } satisfies TaskReading, answered_by }) as const

/** The answer did not reach the provider. */
export const isAskedAgain = ({ input_prompt }: { input_prompt: string | null }) =>
  ({
    kind: 'read',
    reading: { ...NO_MESSAGE, state: 'awaiting_input', input_prompt } satisfies TaskReading,
  }) as const

/** Cancelled before its provider received it. */
export const CANCELLED_UNSENT = {
  kind: 'read',
  reading: { ...NO_MESSAGE, state: 'cancelled' } satisfies TaskReading,
  isUnsent: true,
} as const

/** `undefined`: an unknown A2A state. */
export function readTask({ id, status, artifacts }: A2aTask, delivery: Delivery): TaskReading | undefined {
  const state = stateOf(status.state)
  if (state === undefined) return undefined
  const text = textOf(status.message)
  const prompt = text === '' ? null : cut(text, MAX_PROMPT)
  const delivered = isFinal(state) ? readArtifacts(artifacts, delivery) : []
  if (state === 'completed' && delivered.length === 0 && artifacts.length > 0 && prompt === null) {
    return { ...unreadable(artifacts), provider_task_id: id }
  }
  return {
    ...NO_MESSAGE,
    state,
    provider_task_id: id,
    input_prompt: state === 'awaiting_input' ? prompt : null,
    status_message: state === 'awaiting_input' || state === 'failed' ? null : prompt,
    failure_reason: state === 'failed' ? asReason(text) : null,
    artifacts: delivered,
  }
}

/** A message instead of a task is the complete result. */
export function readTaskMessage({ messageId, parts, warnings }: A2aMessage, delivery: Delivery): TaskReading {
  const whole = { artifactId: messageId || 'message', name: undefined, parts, warnings }
  const artifacts = readArtifacts([whole], delivery)
  return artifacts.length > 0 ? { ...NO_MESSAGE, state: 'completed', artifacts } : unreadable([whole])
}

/** A response without any readable part (TASK-56). */
function unreadable(artifacts: readonly A2aArtifact[]): TaskReading {
  const [warning = 'It has no parts.'] = artifacts.flatMap(({ warnings }) => warnings)
  return failed('PROVIDER_PROTOCOL_ERROR', `The response could not be read. ${warning}`)
}

const textOf = (message: A2aMessage | undefined): string =>
  message?.parts.flatMap(({ text }) => text ?? []).join('\n') ?? ''
