// The calls in flight: how many, how large, and what each client's calls cost. It decides whether a further call may
// start, and learns from each that ends.
import { createAdaptiveLimit } from './adaptive-limit.ts'
import {
  type CallClass,
  createHeavyHitters,
  currentUsage,
  decayedScore,
  MAX_WEIGHT,
  type SchedulerClient,
} from './clients.ts'
import type { LoadSignals } from './load-signals.ts'
import { type LimitUsage, RESOURCE_LIMITS } from './resource-limits.ts'

const MS_PER_WEIGHT = 10
const BYTES_PER_WEIGHT = 32 * 1024
/** Bytes of a response that keeps the event loop busy for ten milliseconds and more. */
const LARGE_BYTES = 256 * 1024
/** What remains of an earlier value in a moving maximum. */
const FADE = 0.75

export interface StartedCall extends CallClass {
  readonly client: SchedulerClient
  /** Leads to another call of the client, which is the one that counts. */
  readonly isPrelude: boolean
  /** Needed no slot of the adaptive limit. */
  readonly isFirst: boolean
  readonly isLarge: boolean
  readonly since: number
  /** Calls in flight when it started. */
  readonly concurrent: number
  /** Releases its slot. */
  readonly release: (() => void) | undefined
}

interface Counts {
  calls: number
  large: number
  /** Calls without a slot. */
  first: number
}

export function createInFlight({ watch }: Pick<LimitUsage, 'watch'>, signals: LoadSignals) {
  const { clock } = signals
  const counts: Counts = { calls: 0, large: 0, first: 0 }
  const heavyHitters = createHeavyHitters()
  const limit = createAdaptiveLimit(signals)
  const sizes = createSizeEstimates()
  watch('calls', () => counts.calls)
  watch('large_calls', () => counts.large)
  watch('additional_calls', limit.inFlight)

  return {
    calls: () => counts.calls,
    /** Records that the client called. */
    record: (client: SchedulerClient) => heavyHitters.record(client, clock()),
    /** Whether the calls in flight are neither too many nor too large for this one to start. */
    canStart(client: SchedulerClient, next: CallClass): boolean {
      if (counts.calls >= RESOURCE_LIMITS.calls.limit) return false
      // A batch holds what many calls hold; how much shows only at its end.
      if (next.kind === 'batch' && client.running > 0) return false
      return counts.large < RESOURCE_LIMITS.large_calls.limit || !sizes.isLarge(client, next)
    },
    /** Whether it is the only call of a client that is no heavy hitter: such a call needs no slot. */
    isFirst: (client: SchedulerClient) => client.running === 0 && !heavyHitters.isHeavy(client, clock()),
    hasCapacity: (client: SchedulerClient) => limit.hasCapacity(client.weight, counts.first > 0),
    start(
      client: SchedulerClient,
      { kind, name }: CallClass,
      { isPrelude, isFirst }: Pick<StartedCall, 'isPrelude' | 'isFirst'>,
    ): StartedCall {
      const since = clock()
      const isLarge = sizes.isLarge(client, { kind, name })
      const release = isFirst ? undefined : limit.acquire(client.weight, since)
      const call = { kind, name, client, isPrelude, isFirst, isLarge, since, concurrent: counts.calls, release }
      count(counts, call, 1)
      return call
    },
    /** `bytes`: of its response. */
    end(call: StartedCall, bytes: number): void {
      count(counts, call, -1)
      if (!call.isPrelude) {
        const { client, since } = call
        const now = clock()
        limit.observe(call.name, since, now)
        sizes.observe(client, call, bytes)
        charge(client, { ms: now - since, bytes, concurrent: Math.max(call.concurrent, counts.calls) }, now)
      }
      call.release?.()
    },
  }
}

function count(counts: Counts, { client, isLarge, isFirst }: StartedCall, by: 1 | -1): void {
  counts.calls += by
  client.running += by
  if (isLarge) counts.large += by
  if (isFirst) counts.first += by
}

/** How large responses of clients are. The first long page of a client is assumed as large as those of others lately. */
function createSizeEstimates() {
  const latest = new Map<string, number>()
  return {
    isLarge: ({ sizes }: SchedulerClient, { kind, name }: CallClass): boolean =>
      (sizes[kind] ?? (kind === 'call' ? 0 : (latest.get(`${kind} ${name}`) ?? LARGE_BYTES))) >= LARGE_BYTES,
    observe({ sizes }: SchedulerClient, { kind, name }: CallClass, bytes: number): void {
      sizes[kind] = movingMax(bytes, sizes[kind])
      if (kind !== 'call') latest.set(`${kind} ${name}`, movingMax(bytes, latest.get(`${kind} ${name}`)))
    },
  }
}

const movingMax = (bytes: number, previous = 0) => Math.max(bytes, previous * FADE)

interface Cost {
  ms: number
  bytes: number
  /** Other calls in flight meanwhile. */
  concurrent: number
}

const weightOf = (ms: number, bytes: number) =>
  Math.min(MAX_WEIGHT, Math.max(1, ms / MS_PER_WEIGHT, bytes / BYTES_PER_WEIGHT))

/** Raises the weight of the client's next call at once, or lowers it gradually. Its usage counts its share of the time. */
function charge(client: SchedulerClient, { ms, bytes, concurrent }: Cost, now: number): void {
  const weight = weightOf(ms, bytes)
  client.weight = Math.max(weight, client.weight * FADE + weight * (1 - FADE))
  client.score = decayedScore(currentUsage(client, now) + weightOf(ms / (1 + concurrent), bytes), now)
}
