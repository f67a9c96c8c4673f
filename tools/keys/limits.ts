import { DAY, HOUR } from '../core/durations.ts'
import { perWindow, type RateLimit } from '../core/schema/rate-limit.ts'

export const LIMITS = {
  /** Labels and revocations. */
  key_changes: { per: 'agent', windows: perWindow(DAY, 100) },
  key_additions: { per: 'agent', windows: perWindow(DAY, 20) },
  /** Apart from rotations: a stolen recovery key cannot keep the primary one from being rotated. */
  key_recovery_starts: { per: 'agent', windows: perWindow(DAY, 3) },
  key_rotations: { per: 'agent', windows: perWindow(DAY, 3) },
  /** Recoveries of its own key that an agent ends. */
  key_recovery_ends: { per: 'agent', windows: perWindow(HOUR, 30) },
  key_recoveries: { per: 'account', windows: perWindow(DAY, 10) },
} as const satisfies Record<string, RateLimit>
