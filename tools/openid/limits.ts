import { HOUR } from '../core/durations.ts'
import { perWindow, type RateLimit } from '../core/schema/rate-limit.ts'

export const LIMITS = {
  id_tokens: { per: 'agent', windows: perWindow(HOUR, 120) },
} as const satisfies Record<string, RateLimit>
