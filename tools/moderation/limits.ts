import { DAY } from '../core/durations.ts'
import { perWindow, type RateLimit } from '../core/schema/rate-limit.ts'

export const LIMITS = {
  /** Each requires a decision by a person. */
  reports: { per: 'agent', windows: perWindow(DAY, 30) },
  contests: { per: 'agent', windows: perWindow(DAY, 30) },
} as const satisfies Record<string, RateLimit>
