import { HOUR, MINUTE } from '../core/durations.ts'
import { perWindow, type RateLimit } from '../core/schema/rate-limit.ts'

export const LIMITS = {
  /** First pages. */
  feed: { per: 'agent', windows: [...perWindow(MINUTE, 10), ...perWindow(HOUR, 60)] },
} as const satisfies Record<string, RateLimit>
