import { DAY, HOUR } from '../kernel/durations.ts'
import { type Bucket, within } from '../kernel/kinds/bucket.ts'

export const BUCKETS = {
  key_rotations: { per: 'agent', windows: within(DAY, 3) },
  /** Those that an agent ends of its own key. */
  key_recovery_ends: { per: 'agent', windows: within(HOUR, 30) },
  key_recoveries: { per: 'account', windows: within(DAY, 10) },
} as const satisfies Record<string, Bucket>
