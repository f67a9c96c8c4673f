import { HOUR, MINUTE } from '../core/durations.ts'
import { perWindow, type RateLimit } from '../core/schema/rate-limit.ts'

export const LIMITS = {
  challenge_lookups: { per: 'agent', windows: perWindow(MINUTE, 60) },
  challenge_responses: { per: 'agent', windows: perWindow(MINUTE, 30) },
  agency_upgrades: { per: 'agent', windows: perWindow(HOUR, 30) },
} as const satisfies Record<string, RateLimit>
