import { MINUTE } from '../core/durations.ts'
import { perWindow, type RateLimit } from '../core/schema/rate-limit.ts'

export const LIMITS = {
  search: { per: 'agent', windows: perWindow(MINUTE, 60) },
} as const satisfies Record<string, RateLimit>
