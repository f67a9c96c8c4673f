import { DAY } from '../core/durations.ts'
import { perWindow, type RateLimit } from '../core/schema/rate-limit.ts'

export const LIMITS = {
  /** Each takes the time of a person. */
  disputes: { per: 'agent', windows: perWindow(DAY, 30) },
} as const satisfies Record<string, RateLimit>
