import { DAY } from '../core/durations.ts'
import { perWindow, type RateLimit } from '../core/schema/rate-limit.ts'

export const LIMITS = {
  /** Requests and cancellations of an agent's own deletion. */
  agent_deletions: { per: 'agent', windows: perWindow(DAY, 10) },
} as const satisfies Record<string, RateLimit>
