// Shares the process among clients: a weighted fair scheduler. The only call of a client starts at once, further ones
// while the adaptive limit has capacity, and the rest wait in the fair queue. So a client that calls much waits for itself, and
// nobody waits while the process has time. A call is waiting, in flight, or yielded (its slot is free while it waits for
// what somebody else does, and it queues again afterwards). Invariant: a call that nobody waits for any more never starts.
import { type CallClass, type CallKind, createClients, type QueuedCall, type SchedulerClient } from './clients.ts'
import { createFairQueue, type QueueErrors } from './fair-queue.ts'
import { createInFlight, type StartedCall } from './in-flight.ts'
import type { LoadSignals } from './load-signals.ts'
import type { LimitUsage } from './resource-limits.ts'

/** Registers a callback for when the caller no longer waits for the result; returns a function that removes it. */
export type OnDisconnect = (callback: () => void) => () => void

/** Frees a call's slot while it waits for something outside the process, and acquires one again. */
export type YieldSlot = <Result>(wait: (onDisconnect: OnDisconnect) => Promise<Result>) => Promise<Result>

interface CallOptions<Result> {
  kind?: CallKind
  /** Calls with this name cost alike. */
  name?: string
  /** The claimant that the call names, if the client stands for many: claimants take turns. */
  claimant?: string | undefined
  /** The call triggers another call of the client, which is the one that counts. */
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
  const policy = createInFlight(usage, signals)
  const slots = createSlots(clients, queue, policy, clock)

  async function runStarted<Result>(started: StartedCall, work: Work<Result>, options: CallOptions<Result>) {
    const { held = 0, bytes, onDisconnect = NEVER } = options
    let call: StartedCall | undefined = started
    const yieldSlot: YieldSlot = async wait => {
      if (call) slots.end(call, held)
      call = undefined
      const waited = await wait(onDisconnect)
      call = await slots.startAgain(started.client.name, options)
      return waited
    }
    let size = held
    try {
      const result = await work(yieldSlot)
      size += bytes?.(result) ?? 0
      return result
    } finally {
      if (call) slots.end(call, size)
    }
  }

  function run<Result>(name: string, work: Work<Result>, options: CallOptions<Result> = {}): Promise<Result> {
    const client = clients.get(name)
    if (!options.isPrelude) policy.record(client)
    const started = slots.startNow(client, options)
    if (started) return runStarted(started, work, options)
    const enqueue = (call: Pick<QueuedCall, 'start' | 'refuse'>) => slots.enqueue(client, options, call)
    const start = () => runStarted(slots.start(client, options), work, options)
    const done = runQueued(enqueue, start, options.onDisconnect, errors)
    return done.finally(() => clients.touch(client))
  }

  return { run, inFlight: policy.calls }
}

type Terms = Pick<CallOptions<never>, 'kind' | 'name' | 'claimant' | 'isPrelude' | 'held'>

/** Starts calls, at once or from the queue, and ends them. */
function createSlots(
  clients: ReturnType<typeof createClients>,
  queue: ReturnType<typeof createFairQueue>,
  policy: ReturnType<typeof createInFlight>,
  clock: () => number,
) {
  const { waiting } = queue
  const schedule = createStarter(
    () => waiting.calls === 0,
    () => startSome(() => queue.startNext(policy), clock),
  )

  const start = (client: SchedulerClient, terms: Terms, isFirst = policy.isFirst(client)) =>
    policy.start(client, callClassOf(terms), { isPrelude: terms.isPrelude ?? false, isFirst })

  /** `undefined`: the call has to wait. */
  function startNow(client: SchedulerClient, terms: Terms): StartedCall | undefined {
    if (client.waiting.length > 0 || !policy.canStart(client, callClassOf(terms))) return undefined
    const isFirst = policy.isFirst(client)
    return isFirst || (waiting.calls === 0 && policy.hasCapacity(client)) ? start(client, terms, isFirst) : undefined
  }

  /** Returns the removal of the call, which returns whether it still waited. */
  function enqueue(client: SchedulerClient, terms: Terms, call: Pick<QueuedCall, 'start' | 'refuse'>): () => boolean {
    const { claimant = '', held = 0 } = terms
    const remove = queue.add(client, { ...callClassOf(terms), claimant, held, ...call })
    schedule()
    return remove
  }

  return {
    start,
    startNow,
    enqueue,
    /** After a wait that held no slot, nor bytes. */
    startAgain(name: string, options: Terms): StartedCall | Promise<StartedCall> {
      const client = clients.get(name)
      const terms = { ...options, isPrelude: false, held: 0 }
      const begin = (resolve: (call: StartedCall) => void) => () => resolve(start(client, terms))
      return (
        startNow(client, terms) ??
        new Promise((resolve, refuse) => enqueue(client, terms, { start: begin(resolve), refuse }))
      )
    },
    end(call: StartedCall, bytes: number): void {
      policy.end(call, bytes)
      clients.touch(call.client)
      if (waiting.calls > 0) schedule()
    },
  }
}

const callClassOf = ({ kind = 'call', name = '' }: Terms): CallClass => ({ kind, name })

/** Runs the work once it may start, unless nobody waits for it by then. */
function runQueued<Result>(
  enqueue: (ends: Pick<QueuedCall, 'start' | 'refuse'>) => () => boolean,
  run: () => Promise<Result>,
  onDisconnect: OnDisconnect | undefined,
  { disconnected }: Pick<QueueErrors, 'disconnected'>,
): Promise<Result> {
  let stop: (() => void) | undefined
  const done = new Promise<Result>((resolve, refuse) => {
    const remove = enqueue({ start: () => void run().then(resolve, refuse), refuse })
    stop = onDisconnect?.(() => {
      if (remove()) refuse(disconnected())
    })
  })
  return done.finally(() => stop?.())
}

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

  /** Slots may also become free by the passage of time. */
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
