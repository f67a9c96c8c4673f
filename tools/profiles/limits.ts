import { HOUR } from '../kernel/durations.ts'
import { type Bucket, within } from '../kernel/kinds/bucket.ts'

export const BUCKETS = {
  profile_changes: { per: 'agent', windows: within(HOUR, 60) },
} as const satisfies Record<string, Bucket>
