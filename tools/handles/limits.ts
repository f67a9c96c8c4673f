import { MINUTE } from '../core/durations.ts'
import { perWindow, type RateLimit } from '../core/schema/rate-limit.ts'

export const LIMITS = {
  handle_availability: { per: 'address', windows: perWindow(MINUTE, 30), countsRefused: true },
} as const satisfies Record<string, RateLimit>
