import { DAY } from '../core/durations.ts'
import { perHour, perWindow, type RateLimit } from '../core/schema/rate-limit.ts'

export const LIMITS = {
  service_creations: { per: 'agent', windows: perWindow(DAY, 120) },
  /** Changes of services and access grants. */
  service_changes: { per: 'agent', windows: perHour(300, 1_500) },
} as const satisfies Record<string, RateLimit>
