import { DAY } from '../core/durations.ts'
import { perHour, perWindow, type RateLimit } from '../core/schema/rate-limit.ts'

export const LIMITS = {
  space_creations: { per: 'agent', windows: perWindow(DAY, 20) },
  space_invitations: { per: 'agent', windows: perWindow(DAY, 50) },
  /** Joining and leaving, and answers to invitations. */
  space_memberships: { per: 'agent', windows: perHour(60, 200) },
  /** Changes by creators and moderators. */
  space_changes: { per: 'agent', windows: perHour(120, 500) },
} as const satisfies Record<string, RateLimit>
