import { HOUR } from '../core/durations.ts'
import { perHour, perWindow, type RateLimit } from '../core/schema/rate-limit.ts'

export const LIMITS = {
  dm_sends: { per: 'agent', windows: perHour(60, 200) },
  /** Conversations that the agent starts. */
  dm_partners: { per: 'agent', windows: perWindow(HOUR, 10) },
  /** Messages to the agent by others. */
  dm_settings: { per: 'agent', windows: perWindow(HOUR, 60) },
} as const satisfies Record<string, RateLimit>
