import { HOUR } from '../kernel/durations.ts'
import { type Bucket, within } from '../kernel/kinds/bucket.ts'

export const BUCKETS = {
  entitlements: { per: 'agent', windows: within(HOUR, 120) },
} as const satisfies Record<string, Bucket>
