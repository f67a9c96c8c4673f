import test from 'ava'
import { failed, resumedBy, type TaskReading } from '../provider-results/read-task.ts'
import type { TaskVerdict } from '../provider-results/task-verdicts.ts'
import { advanceTask, type TaskSnapshot } from './advance-task.ts'

const START = Date.parse('2026-11-21T12:00:00.000Z')
const at = (seconds: number) => new Date(START + seconds * 1_000)
const ago = (seconds: number) => at(seconds).toISOString()

const QUEUED: TaskSnapshot = {
  state: 'working',
  dispatch: 'queued',
  provider_task_id: null,
  input_prompt: null,
  status_message: null,
  error_code: null,
  failure_reason: null,
  allowance_restored: false,
  created_at: ago(0),
  updated_at: ago(0),
  started_at: null,
  completed_at: null,
  deadline_at: ago(600),
  asked_input_at: null,
  cancel_requested_at: null,
  cancel_sent_at: null,
  history: [{ state: 'working', at: ago(0) }],
  due_at: ago(0),
  poll_ms: 500,
  odd_polls: 0,
}
const SENDING: TaskSnapshot = { ...QUEUED, dispatch: 'sending' }
const SENT: TaskSnapshot = { ...QUEUED, dispatch: 'sent', provider_task_id: 'p', started_at: ago(0) }

const verdictOf = (state: TaskReading['state'], words: Partial<TaskReading> = {}): TaskVerdict => ({
  kind: 'read',
  reading: { ...failed('PROVIDER_TIMEOUT'), state, error_code: null, provider_task_id: 'p', ...words },
})

test("the provider's state becomes the state of the task", t => {
  t.like(advanceTask(SENDING, verdictOf('working'), at(1)), {
    state: 'working',
    dispatch: 'sent',
    provider_task_id: 'p',
    started_at: ago(1),
    due_at: ago(1.5),
    poll_ms: 750,
    history: [{ state: 'working' }],
  })
  t.like(advanceTask(SENT, verdictOf('completed'), at(1)), {
    state: 'completed',
    dispatch: 'ended',
    completed_at: ago(1),
    due_at: null,
    allowance_restored: false,
    history: [{ state: 'working' }, { state: 'completed', at: ago(1) }],
  })
  t.like(advanceTask(SENT, verdictOf('failed', { failure_reason: 'no' }), at(1)), {
    state: 'failed',
    failure_reason: 'no',
    error_code: null,
    allowance_restored: true,
  })
  t.like(advanceTask(SENT, verdictOf('cancelled'), at(1)), { state: 'cancelled', allowance_restored: false })
  t.like(advanceTask(SENT, verdictOf('blocked_auth'), at(1)), {
    state: 'blocked_auth',
    allowance_restored: false,
    due_at: null,
  })
})

test('an answered question is not polled while the answer is sent, and records who answered', t => {
  const asking = advanceTask(SENT, verdictOf('awaiting_input', { input_prompt: 'Which?' }), at(1))!
  const resumed = advanceTask({ ...SENT, ...asking }, resumedBy('host'), at(2))!
  t.like(resumed, { state: 'working', input_prompt: null, updated_at: ago(2), due_at: ago(62) })
  t.deepEqual(resumed.history.at(-1), { state: 'working', at: ago(2), answered_by: 'host' })
  t.like(advanceTask({ ...SENT, ...resumed }, verdictOf('working'), at(3)), { updated_at: ago(2), due_at: ago(3.75) })
})

test('an unchanged question keeps its time', t => {
  const asking = { ...SENT, ...advanceTask(SENT, verdictOf('awaiting_input', { input_prompt: 'Which?' }), at(1))! }
  t.is(advanceTask(asking, verdictOf('awaiting_input', { input_prompt: 'Which?' }), at(2))!.updated_at, ago(1))
  t.is(advanceTask(asking, verdictOf('awaiting_input', { input_prompt: 'And what?' }), at(2))!.updated_at, ago(2))
})

test('a final state is permanent', t => {
  for (const state of ['completed', 'failed', 'cancelled', 'blocked_auth'] as const) {
    const ended: TaskSnapshot = { ...SENT, state, dispatch: 'ended', completed_at: ago(1), due_at: null }
    for (const verdict of [
      verdictOf('working'),
      verdictOf('completed'),
      verdictOf('failed'),
      { kind: 'unknown' } as const,
    ]) {
      t.is(advanceTask(ended, verdict, at(2)), undefined)
    }
  }
})

test('polls start at half a second, slow down by half each time, and end at every 15 seconds', t => {
  let task: TaskSnapshot = SENT
  const waits: number[] = []
  let now = at(0)
  for (let n = 0; n < 12; n++) {
    task = { ...task, ...advanceTask(task, verdictOf('working'), now) }
    waits.push(Date.parse(task.due_at!) - now.getTime())
    now = new Date(task.due_at!)
  }
  t.deepEqual(waits, [500, 750, 1125, 1688, 2532, 3798, 5697, 8546, 12819, 15000, 15000, 15000])
})

test('the first question adds a day, once; the task is polled every five minutes, and continues when its provider does', t => {
  const questioned: TaskSnapshot = {
    ...SENT,
    ...advanceTask(SENT, verdictOf('awaiting_input', { input_prompt: 'Which?' }), at(500)),
  }
  t.like(questioned, {
    state: 'awaiting_input',
    input_prompt: 'Which?',
    deadline_at: ago(500 + 86_400),
    due_at: ago(800),
  })
  const resumed: TaskSnapshot = { ...questioned, ...advanceTask(questioned, verdictOf('working'), at(72_000)) }
  t.like(resumed, { state: 'working', input_prompt: null, due_at: ago(72_000.5), deadline_at: ago(86_900) })
  const again = advanceTask(resumed, verdictOf('awaiting_input'), at(80_000))
  t.like(again, { state: 'awaiting_input', deadline_at: ago(86_900) })
  t.like(advanceTask({ ...questioned }, verdictOf('awaiting_input'), at(86_900)), {
    state: 'failed',
    error_code: 'BROKER_DEADLINE',
  })
})

test('at its deadline a task is polled once more, and fails if it has not ended', t => {
  t.is(advanceTask(SENT, verdictOf('working'), at(599.9))?.due_at, ago(600))
  t.like(advanceTask(SENT, verdictOf('completed'), at(700)), { state: 'completed' })
  const over = { state: 'failed', error_code: 'BROKER_DEADLINE', allowance_restored: true }
  t.like(advanceTask(SENT, verdictOf('working'), at(600)), over)
  t.like(advanceTask(SENT, { kind: 'again', error_code: 'PROVIDER_UNREACHABLE' }, at(600)), over)
})

test('an undelivered message is retried for a minute, and then fails with the last error', t => {
  const again = { kind: 'again', error_code: 'PROVIDER_TLS_INVALID' } as const
  t.like(advanceTask(SENDING, again, at(1)), {
    state: 'working',
    dispatch: 'queued',
    due_at: ago(1.5),
    started_at: null,
  })
  t.like(advanceTask({ ...SENDING, poll_ms: 15_000 }, again, at(45)), {
    state: 'failed',
    error_code: 'PROVIDER_TLS_INVALID',
    allowance_restored: true,
    started_at: null,
  })
})

test('a message that may have arrived is not sent again', t => {
  t.like(advanceTask(SENDING, { kind: 'unknown' }, at(1)), { dispatch: 'unknown', started_at: ago(1), due_at: ago(1) })
})

test('the third invalid response in a row fails the task; a valid one resets the count', t => {
  const odd: TaskVerdict = { kind: 'odd', reading: failed('PROVIDER_PROTOCOL_ERROR') }
  let task: TaskSnapshot = { ...SENT, ...advanceTask(SENT, odd, at(1)) }
  t.is(task.odd_polls, 1)
  task = { ...task, ...advanceTask(task, verdictOf('working'), at(2)) }
  t.is(task.odd_polls, 0)
  for (const n of [3, 4]) task = { ...task, ...advanceTask(task, odd, at(n)) }
  t.like(task, { state: 'working', odd_polls: 2 })
  t.like(advanceTask(task, odd, at(5)), { state: 'failed', error_code: 'PROVIDER_PROTOCOL_ERROR' })
})

test('a task to be cancelled while it is sent is cancelled as soon as its provider has it', t => {
  const stopped: TaskSnapshot = { ...SENDING, cancel_requested_at: ago(0.5) }
  t.like(advanceTask(stopped, verdictOf('working'), at(1)), { dispatch: 'sent', due_at: ago(1) })
})

test('many alternating states are recorded, including the last', t => {
  let task: TaskSnapshot = SENT
  for (let n = 0; n < 200; n++) {
    task = { ...task, ...advanceTask(task, verdictOf(n % 2 ? 'working' : 'awaiting_input'), at(n)) }
  }
  t.is(task.history.length, 64)
  t.is(task.history.at(-1)!.at, ago(199))
})
