import { MINUTE } from '../core/durations.ts'
import { perWindow, type RateLimit } from '../core/schema/rate-limit.ts'

export const LIMITS = {
  endpoint_checks: { per: 'agent', windows: perWindow(5 * MINUTE, 60), countsRefused: true },
} as const satisfies Record<string, RateLimit>
