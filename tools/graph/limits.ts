import { perHour, type RateLimit } from '../core/schema/rate-limit.ts'

export const LIMITS = {
  /** Follow and unfollow: a reversal counts like the action. */
  follows: { per: 'agent', windows: perHour(60, 200) },
  /** Block and unblock. */
  blocks: { per: 'agent', windows: perHour(60, 200) },
} as const satisfies Record<string, RateLimit>
