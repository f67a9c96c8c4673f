import { DatabaseUnavailable, StatementTimeout } from './errors.ts'

const LOOK_EVERY_MS = 200
/** A busy machine opens a connection slowly; if nothing listens, that is known immediately. */
const RESPONSE_TIMEOUT_MS = 5_000

/** Probes the database outside of the pool, where a slow statement may block. */
export interface Probe {
  isAlive(): Promise<unknown>
  close(): Promise<unknown>
}

/** A statement or a transaction. */
export interface WatchedCall {
  /** Whether it may take effect without a response: a statement from the start, a transaction once it commits. */
  mayHappen: boolean
  /** Its caller was told that it failed, and assumes that it did not happen, if it might not. */
  isGivenUp: boolean
}

interface TrackedCall extends WatchedCall {
  deadline: number
  reject: (error: Error) => void
}

type Refuse = (call: WatchedCall) => Error
type Refine = (error: unknown, call: WatchedCall) => unknown

/**
 * The calls in progress, in reused slots. In a Set or a growing and shrinking array, outgrown backing stores in old
 * space would retain all calls and their results until the next full collection: measured, a fifth of the CPU.
 */
function pendingCalls() {
  const slots: (TrackedCall | undefined)[] = []
  const free: number[] = []
  const leave = (slot: number, call: TrackedCall) => {
    if (slots[slot] !== call) return
    slots[slot] = undefined
    free.push(slot)
  }
  return {
    count: () => slots.length - free.length,
    /** Returns how many. */
    reject(isOver: (call: TrackedCall) => boolean, refuse: Refuse): number {
      let rejected = 0
      for (const [slot, call] of slots.entries()) {
        if (!call || !isOver(call)) continue
        leave(slot, call)
        call.isGivenUp = true
        call.reject(refuse(call))
        rejected++
      }
      return rejected
    },
    track<Result>(
      start: (call: WatchedCall) => PromiseLike<Result>,
      refine: Refine,
      { patienceMs, mayHappen }: { patienceMs: number; mayHappen: boolean },
    ): Promise<Result> {
      return new Promise<Result>((resolve, reject) => {
        const slot = free.pop() ?? slots.length
        const call = { deadline: performance.now() + patienceMs, reject, mayHappen, isGivenUp: false }
        slots[slot] = call
        start(call).then(
          result => {
            leave(slot, call)
            resolve(result)
          },
          error => {
            leave(slot, call)
            reject(refine(error, call))
          },
        )
      })
    },
  }
}

interface Patience {
  statementTimeoutMs: number
  maxWaiting?: number
}

/**
 * Runs the calls of a pool, none of which waits forever. A call without a response in time fails alone; only if the
 * database does not respond to a probe either is it considered unreachable: then all waiting calls fail, and further
 * ones too until a probe succeeds.
 *
 * States: reachable, or `away`. Invariants: each call settles once, whatever its statement does later; a call that may
 * have taken effect says so in its error; while this process was blocked itself, nobody is late.
 */
export function watchCalls(openProbe: () => Probe, options: Patience, refineError: Refine) {
  const calls = pendingCalls()
  const ordinaryMs = options.statementTimeoutMs + 1_000
  const maxCalls = options.maxWaiting ?? 4_000
  const probe = probeOnce(openProbe)
  let away = false

  async function look(): Promise<void> {
    const isAnswering = await probe.look()
    if (isAnswering === undefined) return
    away = !isAnswering
    if (away) calls.reject(all, unavailable)
  }

  let lookedAt = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    // Data that arrived while the process was blocked has not been read yet.
    const hasStalled = now - lookedAt > 5 * LOOK_EVERY_MS
    lookedAt = now
    if (hasStalled) return
    const overdue = calls.reject(({ deadline }) => deadline < now, late)
    if (away || overdue > 0) void look()
  }, LOOK_EVERY_MS)
  timer.unref()

  const refine: Refine = (error, call) => {
    const refined = refineError(error, call)
    if (refined instanceof DatabaseUnavailable) void look()
    return refined
  }

  return {
    run<Result>(
      start: (call: WatchedCall) => PromiseLike<Result>,
      { patienceMs = ordinaryMs, mayHappen = true } = {},
    ): Promise<Result> {
      if (away) return Promise.reject(unavailable(NOT_SENT))
      if (calls.count() >= maxCalls) return Promise.reject(new DatabaseUnavailable('too many statements are waiting'))
      return calls.track(start, refine, { patienceMs, mayHappen })
    },
    waiting: calls.count,
    async stop(): Promise<void> {
      clearInterval(timer)
      await probe.close()
    },
  }
}

const all = () => true
const NOT_SENT = { mayHappen: false }
const unavailable = ({ mayHappen }: Pick<WatchedCall, 'mayHappen'>) =>
  new DatabaseUnavailable('database unavailable', { mayHaveHappened: mayHappen })
const late: Refuse = ({ mayHappen }) => new StatementTimeout('timed out', { mayHaveHappened: mayHappen })

/** One probe at a time, on a connection opened for it; `undefined`: one is running already. */
function probeOnce(openProbe: () => Probe) {
  let probe: Probe | undefined
  let isLooking = false

  async function forget(): Promise<void> {
    const former = probe
    probe = undefined
    await former?.close().catch(() => {})
  }

  return {
    async look(): Promise<boolean | undefined> {
      if (isLooking) return undefined
      isLooking = true
      probe ??= openProbe()
      const answered = probe.isAlive().then(
        () => true,
        () => false,
      )
      const isAnswering = await Promise.race([answered, notWithin(RESPONSE_TIMEOUT_MS)])
      if (!isAnswering) await forget()
      isLooking = false
      return isAnswering
    },
    close: forget,
  }
}

const notWithin = (ms: number) => new Promise<false>(resolve => setTimeout(resolve, ms, false).unref())
