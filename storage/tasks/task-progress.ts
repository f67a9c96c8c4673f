export type TaskState = 'working' | 'awaiting_input' | 'completed' | 'failed' | 'cancelled' | 'blocked_auth'

/** The progress of sending; 'unknown': it may have arrived. */
export type DispatchState = 'queued' | 'sending' | 'unknown' | 'sent' | 'ended'

/** The person who answered a provider's question: the agent's owner, or whoever is at its MCP host. */
export type AnsweredBy = 'owner' | 'host'

/** A state of a task, and since when. */
export interface StateChange {
  state: TaskState
  at: string
  /** Of the state that an answer began. */
  answered_by?: AnsweredBy
}

/** The part of a task that a step may change. */
export interface TaskProgress {
  state: TaskState
  dispatch: DispatchState
  provider_task_id: string | null
  input_prompt: string | null
  status_message: string | null
  error_code: string | null
  failure_reason: string | null
  allowance_restored: boolean
  updated_at: string
  started_at: string | null
  completed_at: string | null
  deadline_at: string
  asked_input_at: string | null
  cancel_requested_at: string | null
  cancel_sent_at: string | null
  history: readonly StateChange[]
  due_at: string | null
  poll_ms: number
  odd_polls: number
}

/** SQL for the columns of `TaskProgress`, of a task `t`. */
export const PROGRESS = `t.state, t.dispatch, t.provider_task_id, t.input_prompt, t.status_message, t.error_code,
  t.failure_reason, t.allowance_restored, t.updated_at, t.started_at, t.completed_at, t.deadline_at, t.asked_input_at,
  t.cancel_requested_at, t.cancel_sent_at, t.history, t.due_at, t.poll_ms, t.odd_polls`
