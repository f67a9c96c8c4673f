import { perHour, type RateLimit } from '../core/schema/rate-limit.ts'

export const LIMITS = {
  /** Messages by one origin, to whichever agents. */
  external_messages: { per: 'origin', windows: perHour(30, 200) },
  /** Messages to one agent, by whichever origins. */
  external_messages_received: { per: 'origin', windows: perHour(60, 300) },
} as const satisfies Record<string, RateLimit>
