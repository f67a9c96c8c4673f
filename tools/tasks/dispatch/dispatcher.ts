import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import { coalesce } from '../../../concurrency/coalesced-task.ts'
import type { Broker } from '../../../push/broker/a2a.ts'
import { openBatches, type RunBatch } from '../../../storage/db/batch.ts'
import { DatabaseUnavailable, type Db, StatementTimeout } from '../../../storage/db/db.ts'
import {
  type DueTask,
  leaseTasks,
  postpone,
  releaseTaskLeases,
  renewTaskLeases,
} from '../../../storage/tasks/task-leases.ts'
import { isGivenUp, nextPoll } from '../progress/advance-task.ts'
import type { TaskStep } from '../progress/apply-step.ts'
import { unreadable } from '../provider-results/task-verdicts.ts'
import { createDispatchConcurrency, type DispatchSlot } from './concurrency.ts'
import { executeTask, type PolledTask, stopProviderTask } from './execute-task.ts'

/**
 * Sends tasks to their providers and polls their status, together with any number of other processes.
 *
 * A task is claimed by a lease, called about, and written back. Invariants: a task is sent at most once (it is marked
 * before the first byte); whoever lost a lease changes nothing; a malformed response ends its own task and delays no
 * other.
 */
export interface Dispatcher {
  /** Call after each commit after which a task is due. */
  wake(): void
  start(): void
  /** Runs the check that otherwise runs every second, including its calls. */
  sweep(): Promise<void>
  /** Stops claiming, and aborts calls in progress. */
  stop(): Promise<void>
}

export interface DispatcherParts {
  /** A pool of its own. */
  db: Db
  broker: Broker
  secret: Buffer
  /** Identifies this process among those that send. */
  holder: string
  /** In ms since 1970. */
  clock(): number
  /** Aborts calls in progress. */
  breakOff(): Promise<void>
  /** Applies a provider's response to a task. */
  settle(step: TaskStep): Promise<void>
  log: Logger
}

const LOOK_EVERY_MS = 1_000
const HELD_MS = 30_000
const RENEW_EVERY_MS = 5_000
const AT_ONCE = 256
const TRY_AGAIN_MS = 500
const TRIES = 60
const MAX_SET_ASIDE_MS = 3_600_000
/** For calls in progress when the server stops. */
const PATIENCE_MS = 5_000

export function createDispatcher(parts: DispatcherParts): Dispatcher {
  const { db, holder, clock, log } = parts
  const { claiming, held, idle, stopClaiming } = openHold(parts)
  let timers: NodeJS.Timeout[] = []

  const renewing = coalesce('holding tasks', log, async () => {
    if (held.size > 0) await renewTaskLeases(db, holder, [...held.keys()], new Date(clock() + HELD_MS))
  })

  return {
    wake: () => void claiming.runLogged(),
    start() {
      timers = [setInterval(claiming.runLogged, LOOK_EVERY_MS), setInterval(renewing.runLogged, RENEW_EVERY_MS)]
      for (const timer of timers) timer.unref()
    },
    async sweep() {
      await claiming.run()
      await idle()
    },
    async stop() {
      stopClaiming()
      for (const timer of timers) clearInterval(timer)
      // An aborted request may have arrived, and is not sent again.
      await Promise.race([idle(), setTimeout(PATIENCE_MS, undefined, { ref: false })])
      await parts.breakOff()
      await idle()
      await renewing.idle()
    },
  }
}

/** The tasks that this process holds. */
function openHold(parts: DispatcherParts) {
  const { db, holder, clock, log } = parts
  const concurrency = createDispatchConcurrency(clock)
  const held = new Map<string, Promise<void>>()
  const deliver = dealer(parts)
  let isStopped = false
  /** Whether any may have been skipped for lack of slots. */
  let isCrowded = false

  function begin(task: DueTask): void {
    const slot = concurrency.enter(task)
    const dealt = deliver(task, slot)
      .catch((error: unknown) => log.warn({ err: error, task: task.id }, 'a task could not be advanced'))
      .finally(() => {
        slot.leave()
        held.delete(task.id)
        if (isCrowded && concurrency.isWorthMore(task.host)) void claiming.runLogged()
      })
    held.set(task.id, dealt)
  }

  const claiming = coalesce('dispatching tasks', log, async () => {
    const limit = Math.min(AT_ONCE, concurrency.left())
    if (isStopped || limit === 0) return
    const { others: ofHost, ...freeSlots } = concurrency.freeSlots()
    const now = clock()
    const wanted = { holder, now: new Date(now), until: new Date(now + HELD_MS), limit, ofHost, ...freeSlots }
    const { claimed, isMore } = await leaseTasks(db, wanted)
    isCrowded = isMore
    for (const task of claimed) begin(task)
  })

  async function idle(): Promise<void> {
    await claiming.idle()
    while (held.size > 0) {
      await Promise.all(held.values())
      await claiming.idle()
    }
  }

  return {
    claiming,
    held,
    idle,
    stopClaiming() {
      isStopped = true
    },
  }
}

/** A response cannot be received again: it is written as soon as the database allows, while the task is held. */
async function retryWrite(write: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await write()
    } catch (error) {
      if (!mayPass(error) || tries === TRIES) throw error
      await setTimeout(TRY_AGAIN_MS, undefined, { ref: false })
    }
  }
}

/** Makes the due call of a task, and writes its result. */
function dealer(parts: DispatcherParts) {
  const { db, holder, clock } = parts
  const batch = openBatches(db)
  const hear = listener(parts)
  const write = writer(parts, batch)

  return async (task: DueTask, slot: DispatchSlot): Promise<void> => {
    const { id } = task
    const startedAt = clock()
    const polled = await hear(task)
    slot.recordDuration(startedAt)
    if (!polled) return await releaseTaskLeases(db, holder, [id])
    const next = task.dispatch === 'sent' && !polled.cancel_sent_at && nextPoll(task, polled.verdict, new Date(clock()))
    if (next) await batch(postpone, { id, holder, ...next })
    else await write(task, polled)
    if (isGivenUp(task, polled.verdict, new Date(clock()))) await stopProviderTask(parts, task, polled.verdict)
  }
}

/**
 * An exception is treated as a malformed response of the task's provider: it ends that task, and no other waits for it.
 */
function listener(parts: DispatcherParts) {
  return async (task: DueTask): Promise<PolledTask | undefined> => {
    try {
      return await executeTask(parts, task)
    } catch (error) {
      if (mayPass(error)) throw error
      logOddity(parts, task, error)
      return { verdict: unreadable(task.dispatch) }
    }
  }
}

/**
 * A result that cannot be written counts as malformed too; if even that cannot be written, the task is set aside with
 * increasing delay.
 */
function writer({ holder, clock, settle, ...parts }: DispatcherParts, batch: RunBatch) {
  return async (task: DueTask, polled: PolledTask): Promise<void> => {
    const { id } = task
    const step = { id, holder, held: task, contract: task.outgoing?.contract }
    try {
      return await retryWrite(() => settle({ ...step, ...polled }))
    } catch (error) {
      if (mayPass(error)) throw error
      logOddity(parts, task, error)
    }
    try {
      await retryWrite(() => settle({ ...step, verdict: unreadable(task.dispatch) }))
    } catch (error) {
      if (mayPass(error)) throw error
      const poll_ms = Math.min(task.poll_ms * 2, MAX_SET_ASIDE_MS)
      await batch(postpone, { id, holder, due_at: new Date(clock() + poll_ms).toISOString(), poll_ms })
      throw error
    }
  }
}

/** Logged once per task, since polls may repeat the same failure. */
function logOddity({ log }: Pick<DispatcherParts, 'log'>, task: DueTask, error: unknown): void {
  if (task.odd_polls === 0) log.warn({ err: error, task: task.id }, 'a task could not be continued')
}

const mayPass = (error: unknown): boolean => error instanceof DatabaseUnavailable || error instanceof StatementTimeout
