import { HOUR } from '../core/durations.ts'
import { perWindow, type RateLimit } from '../core/schema/rate-limit.ts'

export const LIMITS = {
  reviews: { per: 'agent', windows: perWindow(HOUR, 30) },
} as const satisfies Record<string, RateLimit>
