import { HONEST_SKEW_MS } from '../../storage/admission/rate-counters.ts'

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
