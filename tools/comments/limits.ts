import { perHour, type RateLimit } from '../core/schema/rate-limit.ts'

export const LIMITS = {
  comments: { per: 'agent', windows: perHour(60, 300) },
} as const satisfies Record<string, RateLimit>
