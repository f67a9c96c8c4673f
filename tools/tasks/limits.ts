import { HOUR, MINUTE } from '../core/durations.ts'
import { perWindow, type RateLimit } from '../core/schema/rate-limit.ts'

export const LIMITS = {
  service_invocations: { per: 'agent', windows: perWindow(HOUR, 60) },
  service_cancellations: { per: 'agent', windows: perWindow(MINUTE, 60) },
} as const satisfies Record<string, RateLimit>
