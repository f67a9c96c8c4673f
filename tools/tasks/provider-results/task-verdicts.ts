import type { CallFailure, CallOutcome, TaskOutcome } from '../../../push/broker/a2a.ts'
import type { EgressFailureCode } from '../../../push/egress-failure.ts'
import type { AnsweredBy, DispatchState } from '../../../storage/tasks/task-progress.ts'
import type { ErrorCode } from '../task-states.ts'
import { asReason, failed, readTask, readTaskMessage, type TaskReading } from './read-task.ts'

/** The effect of a call's outcome on its task. */
export type TaskVerdict =
  | { kind: 'read'; reading: TaskReading; isUnsent?: true; answered_by?: AnsweredBy }
  /** Nothing was learned; the call may be repeated. */
  | { kind: 'again'; error_code: ErrorCode }
  /** A malformed response: the third in a row fails the task. */
  | { kind: 'odd'; reading: TaskReading; provider_task_id?: string }
  /** The message may have arrived, and is not sent again. */
  | { kind: 'unknown' }

interface Delivery {
  provider_agent_id: string
  received_at: string
}

const TASK_NOT_FOUND = -32001
const UNKNOWN_STATE = failed('PROVIDER_PROTOCOL_ERROR', 'The state of the task is not an A2A 1.0 state.')
const OTHER_TASK = failed('PROVIDER_PROTOCOL_ERROR', 'The response is about another task.')

/** For a call that did not reach anybody. */
function unreachedBy(code: EgressFailureCode): ErrorCode {
  if (code === 'address-refused' || code.startsWith('url-')) return 'PROVIDER_ADDRESS_FORBIDDEN'
  if (code.startsWith('certificate') || code.startsWith('tls')) return 'PROVIDER_TLS_INVALID'
  return 'PROVIDER_UNREACHABLE'
}

/** How a response that is not a task fails. */
function refusalOf(outcome: Exclude<CallFailure, { kind: 'not_sent' | 'unknown' }>): TaskReading {
  switch (outcome.kind) {
    case 'status':
      return failed([401, 403].includes(outcome.status) ? 'PROVIDER_REFUSED_SIGNATURE' : 'PROVIDER_PROTOCOL_ERROR')
    case 'error':
      return failed('PROVIDER_PROTOCOL_ERROR', asReason(outcome.message))
    case 'malformed':
      return failed('PROVIDER_PROTOCOL_ERROR', outcome.detail)
    case 'too_large':
      return failed('PROVIDER_RESPONSE_TOO_LARGE')
  }
}

/**
 * For a response that cannot be evaluated or written: it counts as malformed. A task being sent may have arrived, and
 * fails; a task that its provider has may get a different response next time.
 */
export const unreadable = (dispatch: DispatchState): TaskVerdict => ({
  kind: dispatch === 'sent' ? 'odd' : 'read',
  reading: failed('PROVIDER_PROTOCOL_ERROR'),
})

/** For SendMessage (TASK-31 to TASK-36). */
export function verdictOfSent(outcome: CallOutcome, delivery: Delivery): TaskVerdict {
  switch (outcome.kind) {
    case 'task': {
      const reading = readTask(outcome.task, delivery)
      if (reading) return { kind: 'read', reading }
      return { kind: 'odd', reading: UNKNOWN_STATE, provider_task_id: outcome.task.id }
    }
    case 'message':
      return { kind: 'read', reading: readTaskMessage(outcome.message, delivery) }
    case 'not_sent': {
      const error_code = unreachedBy(outcome.code)
      if (error_code !== 'PROVIDER_ADDRESS_FORBIDDEN') return { kind: 'again', error_code }
      return { kind: 'read', reading: failed(error_code), isUnsent: true }
    }
    case 'unknown':
      return { kind: 'unknown' }
    default:
      return { kind: 'read', reading: refusalOf(outcome) }
  }
}

const BUSY = [408, 425, 429]

/** For GetTask and CancelTask of the provider's task with that id. */
export function verdictOfPolled(outcome: TaskOutcome, id: string, delivery: Delivery): TaskVerdict {
  switch (outcome.kind) {
    case 'task': {
      if (outcome.task.id !== id) return { kind: 'odd', reading: OTHER_TASK }
      const reading = readTask(outcome.task, delivery)
      return reading ? { kind: 'read', reading } : { kind: 'odd', reading: UNKNOWN_STATE }
    }
    case 'not_sent':
    case 'unknown': {
      const error_code = unreachedBy(outcome.code)
      return error_code === 'PROVIDER_UNREACHABLE'
        ? { kind: 'again', error_code }
        : { kind: 'odd', reading: failed(error_code) }
    }
    case 'error':
      if (outcome.code === TASK_NOT_FOUND) return { kind: 'read', reading: failed('PROVIDER_LOST_TASK') }
      return { kind: 'odd', reading: refusalOf(outcome) }
    case 'too_large':
      return { kind: 'read', reading: refusalOf(outcome) }
    case 'status':
      if (outcome.status >= 500 || BUSY.includes(outcome.status)) {
        return { kind: 'again', error_code: 'PROVIDER_UNREACHABLE' }
      }
      return { kind: 'odd', reading: refusalOf(outcome) }
    case 'malformed':
      return { kind: 'odd', reading: refusalOf(outcome) }
  }
}
