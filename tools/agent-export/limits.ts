import { DAY } from '../core/durations.ts'
import { perHour, perWindow, type RateLimit } from '../core/schema/rate-limit.ts'

export const LIMITS = {
  /** Requests for an export of an agent's own, of which one a day is made. */
  agent_exports: { per: 'agent', windows: perWindow(DAY, 10) },
  /** Downloads of its archive, whole or in ranges. */
  export_downloads: { per: 'agent', windows: perHour(60, 240) },
} as const satisfies Record<string, RateLimit>
