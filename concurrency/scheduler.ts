// Shares the process among clients: a weighted fair scheduler. The only call of a client starts at once, further ones
// while the adaptive limit has room, and the rest wait in the fair queue. So a client that calls much waits for itself, and
// nobody waits while the process has time. A call is waiting, in flight, or yielded (its slot is free while it waits for
// what somebody else does, and it queues again afterwards). Invariant: a call that nobody waits for any more never starts.
import { createClients, type SchedulerClient } from './clients.ts'
import { type CallClass, type CallKind, createFairQueue, type QueueErrors } from './fair-queue.ts'
import { createInFlight, type StartedCall } from './in-flight.ts'
import type { LoadSignals } from './load-signals.ts'
import type { LimitUsage } from './resource-limits.ts'

/** Registers a callback for when nobody waits for the result any more; returns the removal of it. */
export type OnDisconnect = (callback: () => void) => () => void

/** Frees a call's slot while it waits for what somebody else does, and acquires one again. */
export type YieldSlot = <Result>(wait: (onDisconnect: OnDisconnect) => Promise<Result>) => Promise<Result>

interface CallOptions<Result> {
  kind?: CallKind
  /** Calls with this name cost alike. */
  name?: string
  /** Who the call says it is from, where the client stands for many: claimants take turns. */
  claimant?: string | undefined
  /** It leads to another call of the client, which is the one that counts. */
  isPrelude?: boolean
  /** Bytes that it holds while it waits. */
  held?: number
  /** Bytes of its result. */
  bytes?: (result: Result) => number
  onDisconnect?: OnDisconnect
}

type Work<Result> = (yieldSlot: YieldSlot) => Promise<Result>

export interface FairScheduler {
  /** Runs the work when the client's call may start; throws what `errors` makes if too many wait, or nobody does. */
  run<Result>(client: string, work: Work<Result>, options?: CallOptions<Result>): Promise<Result>
  /** Calls in flight. */
  inFlight(): number
}

/** Items of a page from which on it is long. */
const LONG_PAGE = 40

export const callKindOf = (limit: number): CallKind => (limit > LONG_PAGE ? 'page' : 'call')

const RETRY_MS = 5
/** Calls that start in one iteration of the event loop. */
const START_SLICE_MS = 1

const NEVER: OnDisconnect = () => () => {}

export function createFairScheduler(
  usage: Pick<LimitUsage, 'watch' | 'recordRejection'>,
  signals: LoadSignals,
  errors: QueueErrors,
): FairScheduler {
  const { clock } = signals
  const clients = createClients(clock)
  const queue = createFairQueue(usage, errors)
  const { waiting } = queue
  const policy = createInFlight(usage, signals)
  const schedule = createStarter(
    () => waiting.calls === 0,
    () => startSome(() => queue.startNext(policy), clock),
  )

  function end(call: StartedCall, bytes: number): void {
    policy.end(call, bytes)
    clients.touch(call.client)
    if (waiting.calls > 0) schedule()
  }

  /** `undefined`: the call has to wait. */
  function startNow(client: SchedulerClient, call: CallClass, isPrelude: boolean): StartedCall | undefined {
    if (client.waiting.length > 0 || !policy.canStart(client, call)) return undefined
    const isFirst = policy.isFirst(client)
    if (!isFirst && (waiting.calls > 0 || !policy.hasRoom(client))) return undefined
    return policy.start(client, call, { isPrelude, isFirst })
  }

  function startAgain(name: string, options: CallOptions<never>): StartedCall | Promise<StartedCall> {
    const client = clients.get(name)
    const call = callClassOf(options)
    const now = startNow(client, call, false)
    if (now) return now
    return new Promise((resolve, refuse) => {
      const start = () => resolve(policy.start(client, call, { isPrelude: false, isFirst: policy.isFirst(client) }))
      queue.add(client, { ...call, claimant: options.claimant ?? '', held: 0, start, refuse })
      schedule()
    })
  }

  async function runStarted<Result>(started: StartedCall, work: Work<Result>, options: CallOptions<Result>) {
    const { held = 0, bytes, onDisconnect = NEVER } = options
    let call: StartedCall | undefined = started
    const yieldSlot: YieldSlot = async wait => {
      if (call) end(call, held)
      call = undefined
      const waited = await wait(onDisconnect)
      call = await startAgain(started.client.name, options)
      return waited
    }
    let size = held
    try {
      const result = await work(yieldSlot)
      size += bytes?.(result) ?? 0
      return result
    } finally {
      if (call) end(call, size)
    }
  }

  function runQueued<Result>(
    client: SchedulerClient,
    call: CallClass,
    work: Work<Result>,
    options: CallOptions<Result>,
  ): Promise<Result> {
    const { claimant = '', held = 0, isPrelude = false, onDisconnect } = options
    let stop: (() => void) | undefined
    const done = new Promise<Result>((resolve, refuse) => {
      const start = () => {
        const started = policy.start(client, call, { isPrelude, isFirst: policy.isFirst(client) })
        void runStarted(started, work, options).then(resolve, refuse)
      }
      const remove = queue.add(client, { ...call, claimant, held, start, refuse })
      schedule()
      stop = onDisconnect?.(() => {
        if (remove()) refuse(errors.disconnected())
      })
    })
    return done.finally(() => {
      stop?.()
      clients.touch(client)
    })
  }

  function run<Result>(name: string, work: Work<Result>, options: CallOptions<Result> = {}): Promise<Result> {
    const client = clients.get(name)
    const { isPrelude = false } = options
    if (!isPrelude) policy.record(client)
    const call = callClassOf(options)
    const started = startNow(client, call, isPrelude)
    return started ? runStarted(started, work, options) : runQueued(client, call, work, options)
  }

  return { run, inFlight: policy.calls }
}

const callClassOf = ({ kind = 'call', name = '' }: CallOptions<never>): CallClass => ({ kind, name })

/** Returns false if nothing more may start. */
function startSome(startNext: () => boolean, clock: () => number): boolean {
  const since = clock()
  while (startNext()) if (clock() - since >= START_SLICE_MS) return true
  return false
}

/** Starts waiting calls while any may start. */
function createStarter(isEmpty: () => boolean, startNext: () => boolean): () => void {
  let isScheduled = false
  let isRetrying = false

  /** In a later iteration of the event loop, so that calls received meanwhile are known before a heavy one starts. */
  function schedule(): void {
    if (isScheduled || isEmpty()) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      if (startNext()) schedule()
      else retryLater()
    })
  }

  /** Time alone may make room, too. */
  function retryLater(): void {
    if (isRetrying) return
    isRetrying = true
    setTimeout(() => {
      isRetrying = false
      schedule()
    }, RETRY_MS).unref()
  }

  return schedule
}
