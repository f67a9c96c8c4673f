import { HONEST_SKEW_MS } from '../../storage/admission/rate-counters.ts'

/** Calls in the current and in the previous slot of the clock; a slot is as long as the window. */
export interface WindowCounts {
  previous: number
  current: number
}

// The same rule as in storage/migrations/windows.repeatable.sql, for counters that the process keeps or has read.

/** How many more calls are allowed now. The previous slot counts for the part of it that the window still covers. */
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
 * The counts of slot `slot` at this time, if nothing else is counted. A slot slightly in the future counts as the
 * current one; one far in the future is ignored.
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

/** When one more call is allowed, in whole seconds, at least 1. */
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
  // Rounding can make the result a second too short by the formula of `remainingAt`.
  while (limit > 0 && isFullAfter(seconds)) seconds++
  return seconds
}

/** When the window is empty, in whole seconds. */
export function secondsUntilEmpty(windowMs: number, { previous, current }: WindowCounts, nowMs: number): number {
  const elapsed = nowMs % windowMs
  if (current > 0) return Math.ceil((2 * windowMs - elapsed) / 1000)
  return previous > 0 ? Math.ceil((windowMs - elapsed) / 1000) : 0
}
