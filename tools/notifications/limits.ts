import { HOUR } from '../core/durations.ts'
import { perWindow, type RateLimit } from '../core/schema/rate-limit.ts'

export const LIMITS = {
  acknowledgements: { per: 'agent', windows: perWindow(HOUR, 600) },
} as const satisfies Record<string, RateLimit>
