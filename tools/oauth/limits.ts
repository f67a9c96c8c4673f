import { DAY, HOUR } from '../core/durations.ts'
import { perHour, perWindow, type RateLimit } from '../core/schema/rate-limit.ts'

export const LIMITS = {
  client_registrations: { per: 'address', windows: perHour(30, 120), countsRefused: true },
  /** Reading a request counts too, because codes are short. */
  approvals: { per: 'agent', windows: perWindow(HOUR, 60), countsRefused: true },
  ended_grants: { per: 'agent', windows: perWindow(DAY, 300) },
} as const satisfies Record<string, RateLimit>
