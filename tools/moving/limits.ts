import { DAY } from '../core/durations.ts'
import { perWindow, type RateLimit } from '../core/schema/rate-limit.ts'

export const LIMITS = {
  agent_imports: { per: 'agent', windows: perWindow(DAY, 10), countsRefused: true },
  agent_moves: { per: 'agent', windows: perWindow(DAY, 10) },
} as const satisfies Record<string, RateLimit>
