import { HOUR } from '../kernel/durations.ts'
import { type Bucket, within } from '../kernel/kinds/bucket.ts'

export const BUCKETS = {
  purchases: { per: 'agent', windows: within(HOUR, 30) },
} as const satisfies Record<string, Bucket>
