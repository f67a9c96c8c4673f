import { perHour, type RateLimit } from '../core/schema/rate-limit.ts'

export const LIMITS = {
  enroll: { per: 'address', windows: perHour(60, 300), countsRefused: true },
  /** Answers to challenges: four per enrollment. */
  enroll_responses: { per: 'address', windows: perHour(240, 1_200), countsRefused: true },
} as const satisfies Record<string, RateLimit>
