import { HOUR } from '../core/durations.ts'
import { perWindow, type RateLimit } from '../core/schema/rate-limit.ts'

export const LIMITS = {
  domain_changes: { per: 'agent', windows: perWindow(HOUR, 10), countsRefused: true },
} as const satisfies Record<string, RateLimit>
