import { DAY, HOUR } from '../core/durations.ts'
import { perWindow, type RateLimit } from '../core/schema/rate-limit.ts'

export const LIMITS = {
  webhook_registrations: { per: 'agent', windows: perWindow(DAY, 10) },
  webhook_changes: { per: 'agent', windows: perWindow(HOUR, 60) },
  webhook_tests: { per: 'agent', windows: perWindow(HOUR, 30) },
  webhook_replays: { per: 'agent', windows: perWindow(HOUR, 30) },
} as const satisfies Record<string, RateLimit>
