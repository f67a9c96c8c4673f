// Shares the process among clients: a weighted fair scheduler. The only call of a client starts at once, further ones
// while the adaptive limit has room, and the rest wait in the fair queue. So a client that calls much waits for itself, and
// nobody waits while the process has time. A call is waiting, in flight, or yielded (its slot is free while it waits for
// what somebody else does, and it queues again afterwards). Invariant: a call that nobody waits for any more never starts.
import {
  type CallClass,
  type CallKind,
  createFairQueue,
  decayedScore,
  type QueuedCall,
  type QueueErrors,
  type SchedulerClient,
  type StartPolicy,
} from './fair-queue.ts'
import { MAX_INTERVAL_MS } from './heavy-hitters.ts'
import { type CallStart, createInFlight, MAX_WEIGHT } from './in-flight.ts'
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

/** Ends a call in flight, with the bytes of its result. */
type EndCall = (bytes: number) => void

type Work<Result> = (yieldSlot: YieldSlot) => Promise<Result>

export interface FairScheduler {
  /** Runs the work when the client's call may start; throws what `errors` makes if too many wait, or nobody does. */
  run<Result>(client: string, work: Work<Result>, options?: CallOptions<Result>): Promise<Result>
  /** Calls in flight. */
  inFlight(): number
}

/** Assumed until the cost of an agent's calls is known. An address stands for many clients. */
const FIRST_WEIGHT = MAX_WEIGHT
const FIRST_WEIGHT_OF_ADDRESS = 4
const MAX_CLIENTS = 20_000
/** Usage assumed of a new client: of many that are new at once, each is limited after two calls. */
const FIRST_USAGE = 3
/** Items of a page from which on it is long. */
const LONG_PAGE = 40

export const callKindOf = (limit: number): CallKind => (limit > LONG_PAGE ? 'page' : 'call')

/** Clients are agents, or else addresses. */
const AGENT_ID = /^[0-9a-f-]{36}$/
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
  const schedule = createStarter(queue.isEmpty, () => startSome(() => queue.startNext(policy), clock))

  function start(client: SchedulerClient, call: CallStart): EndCall {
    const end = policy.start(client, call)
    return bytes => {
      end(bytes)
      clients.touch(client)
      schedule()
    }
  }

  function startAgain(name: string, call: ClaimedCall): Promise<EndCall> {
    const client = clients.get(name)
    const begin = (isFirst: boolean) => start(client, { ...call, isPrelude: false, isFirst })
    const now = startNow(client, call, queue, policy)
    if (now) return Promise.resolve(begin(now.isFirst))
    return new Promise((resolve, refuse) => {
      queue.add(client, { ...call, held: 0, start: () => resolve(begin(policy.isFirst(client))), refuse })
      schedule()
    })
  }

  function runNow<Result>(
    client: SchedulerClient,
    work: Work<Result>,
    options: CallOptions<Result>,
    isFirst = policy.isFirst(client),
  ) {
    const call = claimedCall(options)
    const end = start(client, { ...call, isPrelude: options.isPrelude ?? false, isFirst })
    return runStarted(end, () => startAgain(client.name, call), work, options)
  }

  function run<Result>(name: string, work: Work<Result>, options: CallOptions<Result> = {}): Promise<Result> {
    const client = clients.get(name)
    if (!options.isPrelude) policy.record(client)
    const now = startNow(client, claimedCall(options), queue, policy)
    if (now) return runNow(client, work, options, now.isFirst)
    const enqueue = (call: Pick<QueuedCall, 'start' | 'refuse'>) => {
      const remove = queue.add(client, { ...call, ...claimedCall(options), held: options.held ?? 0 })
      schedule()
      return remove
    }
    return runQueued(enqueue, () => runNow(client, work, options), options, errors).finally(() => clients.touch(client))
  }

  return { run, inFlight: policy.calls }
}

interface ClaimedCall extends CallClass {
  claimant: string
}

const claimedCall = ({ kind = 'call', name = '', claimant = '' }: CallOptions<never>): ClaimedCall => ({
  kind,
  name,
  claimant,
})

/** How a call starts now; `undefined`: it has to wait. */
function startNow(
  client: SchedulerClient,
  call: CallClass,
  queue: { isEmpty(): boolean },
  policy: StartPolicy,
): { isFirst: boolean } | undefined {
  if (client.waiting.length > 0 || !policy.canStart(client, call)) return undefined
  const isFirst = policy.isFirst(client)
  return isFirst || (queue.isEmpty() && policy.hasRoom(client)) ? { isFirst } : undefined
}

async function runStarted<Result>(
  started: EndCall,
  startAgain: () => Promise<EndCall>,
  work: Work<Result>,
  { held = 0, bytes, onDisconnect = NEVER }: CallOptions<Result>,
): Promise<Result> {
  let end: EndCall | undefined = started
  const yieldSlot: YieldSlot = async wait => {
    end?.(held)
    end = undefined
    const waited = await wait(onDisconnect)
    end = await startAgain()
    return waited
  }
  let size = held
  try {
    const result = await work(yieldSlot)
    size += bytes?.(result) ?? 0
    return result
  } finally {
    end?.(size)
  }
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

function runQueued<Result>(
  enqueue: (call: Pick<QueuedCall, 'start' | 'refuse'>) => () => boolean,
  run: () => Promise<Result>,
  { onDisconnect }: CallOptions<Result>,
  { disconnected }: QueueErrors,
): Promise<Result> {
  let stop: (() => void) | undefined
  const done = new Promise<Result>((resolve, reject) => {
    const remove = enqueue({ start: () => void run().then(resolve, reject), refuse: reject })
    stop = onDisconnect?.(() => {
      if (remove()) reject(disconnected())
    })
  })
  return done.finally(() => stop?.())
}

/** The clients that called last, the latest at the end. A client with calls is never evicted. */
function createClients(clock: () => number) {
  const clients = new Map<string, SchedulerClient>()

  function evictOldest(): void {
    const [oldest] = clients.values()
    clients.delete(oldest!.name)
    if (hasCalls(oldest!)) clients.set(oldest!.name, oldest!)
  }

  return {
    get(name: string): SchedulerClient {
      let client = clients.get(name)
      if (!client) clients.set(name, (client = newClient(name, clock())))
      return client
    },
    /** Moves a client that has no call left to the end. */
    touch(client: SchedulerClient): void {
      if (hasCalls(client) || clients.get(client.name) !== client) return
      clients.delete(client.name)
      clients.set(client.name, client)
      if (clients.size > MAX_CLIENTS) evictOldest()
    },
  }
}

const hasCalls = ({ running, waiting }: SchedulerClient) => running > 0 || waiting.length > 0

const newClient = (name: string, now: number, isAgent = AGENT_ID.test(name)): SchedulerClient => ({
  name,
  isAgent,
  weight: isAgent ? FIRST_WEIGHT : FIRST_WEIGHT_OF_ADDRESS,
  sizes: {},
  running: 0,
  round: 0,
  score: decayedScore(FIRST_USAGE, now),
  calledAt: Number.NEGATIVE_INFINITY,
  listedAt: Number.NEGATIVE_INFINITY,
  interval: MAX_INTERVAL_MS,
  waiting: [],
  held: 0,
})
