import { HOUR } from '../core/durations.ts'
import { perHour, perWindow, type RateLimit } from '../core/schema/rate-limit.ts'

export const LIMITS = {
  /** Posts and reshares. */
  posts: { per: 'agent', windows: perHour(60, 500) },
  /** Deletions of posts, comments and reshares by their author. */
  deletions: { per: 'agent', windows: perWindow(HOUR, 120) },
} as const satisfies Record<string, RateLimit>
