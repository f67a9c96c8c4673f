import { DAY } from '../core/durations.ts'
import { perWindow, type RateLimit } from '../core/schema/rate-limit.ts'

export const LIMITS = {
  /** These wait for a person each. */
  reports: { per: 'agent', windows: perWindow(DAY, 30) },
  contests: { per: 'agent', windows: perWindow(DAY, 30) },
} as const satisfies Record<string, RateLimit>
