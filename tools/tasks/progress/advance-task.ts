import type { AnsweredBy, StateChange, TaskProgress } from '../../../storage/tasks/task-progress.ts'
import { DAY, MINUTE } from '../../core/durations.ts'
import { failed, type TaskReading } from '../provider-results/read-task.ts'
import type { TaskVerdict } from '../provider-results/task-verdicts.ts'
import { isFinal } from '../task-states.ts'

/** Time limit for sending a task after its creation (TASK-32). */
export const SENDING_MS = MINUTE
export const FIRST_POLL_MS = 500
const LAST_POLL_MS = 15_000
const INPUT_POLL_MS = 5 * MINUTE
const INPUT_DEADLINE_MS = DAY
const ODD_POLLS = 3
/** Maximum state changes of one task that are recorded; a provider may oscillate. */
const PASSED = 64

export type TaskSnapshot = TaskProgress & { created_at: string }

const plus = (at: string | Date, ms: number): string => new Date(new Date(at).getTime() + ms).toISOString()

/** The next state of a task, from a call's result; `undefined`: it has ended, whatever the result (TASK-30). */
export function advanceTask(task: TaskSnapshot, verdict: TaskVerdict, now: Date): TaskProgress | undefined {
  if (isFinal(task.state)) return undefined
  switch (verdict.kind) {
    case 'read':
      return applyPoll(task, verdict, now)
    case 'odd': {
      const odd_polls = task.odd_polls + 1
      if (odd_polls >= ODD_POLLS) return applyPoll(task, verdict, now)
      return later({ ...sent(task, now, verdict.provider_task_id), odd_polls }, now)
    }
    case 'unknown':
      return { ...sent(task, now), dispatch: 'unknown', due_at: now.toISOString() }
    case 'again':
      return task.dispatch === 'sent' ? later(task, now) : sentAgain(task, verdict, now)
  }
}

/** Whether a poll changed nothing, and when the next one is due. */
export function nextPoll(
  task: Pick<TaskSnapshot, 'state' | 'status_message' | 'deadline_at' | 'odd_polls' | 'poll_ms'>,
  verdict: TaskVerdict,
  now: Date,
): { due_at: string; poll_ms: number } | undefined {
  if (task.odd_polls > 0 || now >= new Date(task.deadline_at)) return undefined
  if (verdict.kind === 'read') {
    const { state, status_message } = verdict.reading
    if (isFinal(state) || state !== task.state || status_message !== task.status_message) return undefined
  } else if (verdict.kind !== 'again') return undefined
  return dueAfter(task, now)
}

/** Whether its provider may continue a task that has ended here. */
export const isGivenUp = (
  { deadline_at }: Pick<TaskSnapshot, 'deadline_at'>,
  verdict: TaskVerdict,
  now: Date,
): boolean =>
  verdict.kind === 'read' &&
  (verdict.reading.state === 'blocked_auth' || (!isFinal(verdict.reading.state) && now >= new Date(deadline_at)))

function dueAfter({ state, poll_ms, deadline_at }: Pick<TaskSnapshot, 'state' | 'poll_ms' | 'deadline_at'>, now: Date) {
  const wait = state === 'awaiting_input' ? INPUT_POLL_MS : poll_ms
  const due = plus(now, wait)
  return {
    due_at: due < deadline_at || now >= new Date(deadline_at) ? due : deadline_at,
    poll_ms: Math.min(Math.round(poll_ms * 1.5), LAST_POLL_MS),
  }
}

/** Nothing was learned: it is polled again while there is time. */
function later(task: TaskSnapshot, now: Date): TaskProgress {
  if (now >= new Date(task.deadline_at)) return ended(task, failed('BROKER_DEADLINE'), now)
  return { ...task, ...dueAfter(task, now) }
}

/** The request did not arrive: it is sent again while there is time. */
function sentAgain(
  task: TaskSnapshot,
  { error_code }: Extract<TaskVerdict, { kind: 'again' }>,
  now: Date,
): TaskProgress {
  const next = dueAfter(task, now)
  if (next.due_at >= plus(task.created_at, SENDING_MS)) return ended(task, failed(error_code), now)
  return { ...task, dispatch: 'queued', ...next }
}

const sent = (task: TaskSnapshot, now: Date, provider_task_id = task.provider_task_id): TaskSnapshot => ({
  ...task,
  dispatch: 'sent',
  provider_task_id,
  started_at: task.started_at ?? now.toISOString(),
})

function applyPoll(
  before: TaskSnapshot,
  { reading, isUnsent, answered_by }: { reading: TaskReading; isUnsent?: true; answered_by?: AnsweredBy },
  now: Date,
): TaskProgress {
  const task = isUnsent ? before : sent(before, now, reading.provider_task_id ?? before.provider_task_id)
  if (isFinal(reading.state)) return ended(task, reading, now)
  if (now >= new Date(task.deadline_at)) return ended(task, failed('BROKER_DEADLINE'), now)
  const isChanged = reading.state !== task.state
  const asksFirst = reading.state === 'awaiting_input' && task.asked_input_at === null
  const { state, input_prompt, status_message } = reading
  // The time tells one question of a provider from the next.
  const isNews = isChanged || input_prompt !== task.input_prompt || status_message !== task.status_message
  const next = {
    ...task,
    state,
    input_prompt,
    status_message,
    odd_polls: 0,
    updated_at: isNews || before.started_at === null ? now.toISOString() : task.updated_at,
    history: isChanged ? passedOn(task, { state, ...(answered_by && { answered_by }) }, now) : task.history,
    poll_ms: isChanged ? FIRST_POLL_MS : task.poll_ms,
    ...(asksFirst && { asked_input_at: now.toISOString(), deadline_at: plus(now, INPUT_DEADLINE_MS) }),
  }
  const isCancelDue = next.cancel_requested_at !== null && next.cancel_sent_at === null
  return {
    ...next,
    ...dueAfter(next, now),
    // Before the provider has the answer, it would ask the same again.
    ...(answered_by && { due_at: plus(now, SENDING_MS) }),
    ...(isCancelDue && { due_at: now.toISOString() }),
  }
}

function ended(task: TaskSnapshot, reading: TaskReading, now: Date): TaskProgress {
  const { state, error_code, failure_reason, status_message } = reading
  return {
    ...task,
    state,
    dispatch: 'ended',
    error_code,
    failure_reason,
    status_message,
    input_prompt: null,
    // The use of a cancelled task that its provider may have started is not refunded (TASK-60).
    allowance_restored: state === 'failed' || (state === 'cancelled' && task.started_at === null),
    updated_at: now.toISOString(),
    completed_at: now.toISOString(),
    history: passedOn(task, { state }, now),
    due_at: null,
  }
}

/** The latest state is always recorded, whatever happened in between. */
function passedOn({ history }: TaskSnapshot, change: Omit<StateChange, 'at'>, now: Date): readonly StateChange[] {
  return [...history.slice(0, PASSED - 1), { ...change, at: now.toISOString() }]
}
