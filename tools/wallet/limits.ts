import { DAY } from '../kernel/durations.ts'
import { type Bucket, within } from '../kernel/kinds/bucket.ts'

export const BUCKETS = {
  wallet_changes: { per: 'agent', windows: within(DAY, 30) },
} as const satisfies Record<string, Bucket>
