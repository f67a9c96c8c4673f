import { type CounterClaim, type CounterState, HONEST_SKEW_MS } from '../../storage/admission/rate-counters.ts'
import { DAY, HOUR, MINUTE } from '../core/durations.ts'
import { type BucketName, type Limits, trusted } from '../core/rate-limits.ts'
import type { RateWindow } from '../core/schema/rate-limit.ts'
import { digest16 } from '../core/text/digest.ts'

/** The state of one window of a bucket, for one agent or address. */
export interface QuotaState {
  bucket: BucketName
  limit: number
  window_seconds: number
  used: number
  remaining: number
  /** Seconds until the window is empty; if nothing remains, until one call is allowed. */
  reset_seconds: number
  /** Name of the policy in headers: the bucket's, with the period for its long window. */
  policy: string
}

const SPANS: Record<number, string> = { [MINUTE]: 'minute', [HOUR]: 'hour', [DAY]: 'day' }

interface Named {
  bucket: BucketName
  isLong?: boolean
}

/** `tier` is the agency tier of the agent, 1 for addresses. */
export function quotaOf(
  { bucket, isLong = false }: Named,
  window: RateWindow,
  tier: number,
  counted: WindowCounts,
  now: number,
) {
  const { windowMs } = window
  const limit = trusted(window.limit, tier)
  const remaining = remainingAt(limit, windowMs, counted, now)
  const quota: QuotaState = {
    bucket,
    limit,
    window_seconds: windowMs / 1000,
    used: limit - remaining,
    remaining,
    reset_seconds:
      remaining > 0 ? secondsUntilEmpty(windowMs, counted, now) : secondsUntilAvailable(limit, windowMs, counted, now),
    policy: isLong ? `${bucket}-${SPANS[windowMs] ?? windowMs / 1000}` : bucket,
  }
  return quota
}

export const NOT_COUNTED: CounterState = {
  phase: 0,
  short_slot: 0,
  short_previous: 0,
  short_current: 0,
  long_slot: 0,
  long_previous: 0,
  long_current: 0,
}

/** The states of a bucket's windows at `now`, from its counter as read then or earlier. */
export function quotasOf(
  limits: Limits,
  bucket: BucketName,
  tier: number,
  state: CounterState,
  now: number,
): QuotaState[] {
  const [short, long] = limits[bucket].windows
  const at = now + state.phase
  const inShort = atLater(
    { previous: state.short_previous, current: state.short_current },
    short.windowMs,
    state.short_slot,
    at,
  )
  const quota = quotaOf({ bucket }, short, tier, inShort, at)
  if (!long) return [quota]
  const inLong = atLater(
    { previous: state.long_previous, current: state.long_current },
    long.windowMs,
    state.long_slot,
    at,
  )
  return [quota, quotaOf({ bucket, isLong: true }, long, tier, inLong, at)]
}

/**
 * The claim of a call on a bucket; `subject` is an agent's id, or the keyed digest of an address. Changed window
 * lengths start new counters.
 */
export function counterClaim(limits: Limits, bucket: BucketName, subject: string): CounterClaim {
  const [short, long = short] = limits[bucket].windows
  return {
    counter: digest16('limit', bucket, `${short.windowMs} ${long.windowMs}`, subject),
    short_ms: short.windowMs,
    short_limit: short.limit,
    long_ms: long.windowMs,
    long_limit: long.limit,
  }
}

/** When all of these have capacity, in whole seconds. */
export const retryAfterSeconds = (quotas: readonly QuotaState[]): number =>
  Math.max(1, ...quotas.filter(({ remaining }) => remaining === 0).map(({ reset_seconds }) => reset_seconds))

const isCloser = (a: QuotaState, b: QuotaState) => a.remaining * b.limit < b.remaining * a.limit

/** The fields of draft-ietf-httpapi-ratelimit-headers-11, and the older ones for the limit closest to exhaustion. */
export function limitHeaders(quotas: readonly QuotaState[], now: number): Readonly<Record<string, string>> {
  const [first] = quotas
  if (!first) return NO_HEADERS
  let policies = ''
  let states = ''
  let closest = first
  for (const quota of quotas) {
    const { policy, limit, window_seconds, remaining, reset_seconds } = quota
    const separator = policies === '' ? '' : ', '
    policies += `${separator}"${policy}";q=${limit};w=${window_seconds}`
    states += `${separator}"${policy}";r=${remaining};t=${reset_seconds}`
    if (isCloser(quota, closest)) closest = quota
  }
  return {
    'RateLimit-Policy': policies,
    RateLimit: states,
    'X-RateLimit-Limit': String(closest.limit),
    'X-RateLimit-Remaining': String(closest.remaining),
    'X-RateLimit-Reset': String(Math.ceil(now / 1000) + closest.reset_seconds),
  }
}

const NO_HEADERS = Object.freeze({})

/** Calls in the running slot of the clock, and in the slot before it; a slot is as long as the window. */
export interface WindowCounts {
  previous: number
  current: number
}

// The rule of storage/migrations/windows.repeatable.sql, for what the process counts itself or has read before.

/** How many more calls fit now. The slot before counts for the part of it that the window still covers. */
export function remainingAt(
  limit: number,
  windowMs: number,
  { previous, current }: WindowCounts,
  nowMs: number,
): number {
  const weight = 1 - (nowMs % windowMs) / windowMs
  return Math.max(0, Math.floor(limit - previous * weight - current))
}

/**
 * What stays of counts that were made in slot `slot` of the clock, if nothing else is counted. A slot that is a little
 * ahead is this one; one that is far ahead counts for nothing.
 */
export function atLater(
  { previous, current }: WindowCounts,
  windowMs: number,
  slot: number,
  nowMs: number,
): WindowCounts {
  if (slot * windowMs > nowMs + HONEST_SKEW_MS) return { previous: 0, current: 0 }
  const slots = Math.floor(nowMs / windowMs) - slot
  if (slots <= 0) return { previous, current }
  return { previous: slots === 1 ? current : 0, current: 0 }
}

/** When there is room for one more call, in whole seconds, at least 1: after them, it passes. */
export function secondsUntilAvailable(limit: number, windowMs: number, counted: WindowCounts, nowMs: number): number {
  const { previous, current } = counted
  const elapsed = nowMs % windowMs
  const hasLeft = (count: number, before: number) => Math.max(0, (1 - (limit - 1 - before) / count) * windowMs)
  const waitMs =
    current <= limit - 1 && previous > 0
      ? hasLeft(previous, current) - elapsed
      : windowMs - elapsed + (current > 0 ? hasLeft(current, 0) : 0)
  let seconds = Math.max(1, Math.ceil(waitMs / 1000))
  const slot = Math.floor(nowMs / windowMs)
  const isFullAfter = (s: number) => {
    const thenMs = nowMs + s * 1000
    return remainingAt(limit, windowMs, atLater(counted, windowMs, slot, thenMs), thenMs) < 1
  }
  // Rounding can make the division above come out a second short of what the sum of `remainingAt` allows.
  while (limit > 0 && isFullAfter(seconds)) seconds++
  return seconds
}

/** When nothing counted is left in the window, in whole seconds. */
export function secondsUntilEmpty(windowMs: number, { previous, current }: WindowCounts, nowMs: number): number {
  const elapsed = nowMs % windowMs
  if (current > 0) return Math.ceil((2 * windowMs - elapsed) / 1000)
  return previous > 0 ? Math.ceil((windowMs - elapsed) / 1000) : 0
}
