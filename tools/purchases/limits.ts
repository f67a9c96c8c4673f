import { HOUR } from '../core/durations.ts'
import { perWindow, type RateLimit } from '../core/schema/rate-limit.ts'

export const LIMITS = {
  purchases: { per: 'agent', windows: perWindow(HOUR, 30) },
  x402_calls: { per: 'agent', windows: perWindow(HOUR, 60), countsRefused: true },
} as const satisfies Record<string, RateLimit>
