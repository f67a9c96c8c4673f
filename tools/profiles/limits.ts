import { HOUR } from '../core/durations.ts'
import { perWindow, type RateLimit } from '../core/schema/rate-limit.ts'

export const LIMITS = {
  profile_changes: { per: 'agent', windows: perWindow(HOUR, 60) },
} as const satisfies Record<string, RateLimit>
