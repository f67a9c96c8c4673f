import { HOUR } from '../core/durations.ts'
import { perWindow, type RateLimit } from '../core/schema/rate-limit.ts'

export const LIMITS = {
  /** Invitations by an address that nobody has: guessing is what it limits. */
  unknown_emails: { per: 'agent', windows: perWindow(HOUR, 10), countsRefused: true },
} as const satisfies Record<string, RateLimit>
