const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Delay from each attempt to the next (WEBHOOK-60). */
const DELAYS_MS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR]
const JITTER = 0.2
const LONGEST_WISH_MS = 24 * HOUR
const MAY_ASK_FOR_TIME = [429, 502, 503, 504]

/** An event with so many failed attempts counts as failed; it is retried all the same. */
export const ATTEMPTS_BEFORE_FAILED = 3
/** Thresholds for disabling a webhook. */
export const MAY_FAIL = { events: 10, forMs: 80 * HOUR }

export interface FailedDelivery {
  /** Including this one. */
  attempts: number
  startedAt: number
  endedAt: number
  status: number
  retryAfter: string | undefined
}

/**
 * When the next attempt is due; `undefined` after the last. Counted from the start of this attempt, so that the time
 * does not reveal how quickly a silent endpoint was aborted. `random` is from 0 to 1.
 */
export function nextDeliveryAttemptAt(failed: FailedDelivery, random: number): number | undefined {
  const delay = DELAYS_MS[failed.attempts - 1]
  if (delay === undefined) return undefined
  const due = failed.startedAt + Math.round(delay * (1 - JITTER + 2 * JITTER * random))
  const wish = MAY_ASK_FOR_TIME.includes(failed.status) ? readRetryAfter(failed.retryAfter, failed.endedAt) : 0
  return Math.max(due, failed.endedAt + Math.min(wish, LONGEST_WISH_MS))
}

/** In ms; 0 if the header is missing or unusable. */
function readRetryAfter(text: string | undefined, now: number): number {
  if (text === undefined) return 0
  if (/^\d{1,9}$/.test(text)) return Number(text) * SECOND
  const date = Date.parse(text)
  return Number.isNaN(date) ? 0 : Math.max(0, date - now)
}
