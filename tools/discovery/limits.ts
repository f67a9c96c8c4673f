import { MINUTE } from '../kernel/durations.ts'
import { type Bucket, within } from '../kernel/kinds/bucket.ts'

export const BUCKETS = {
  search: { per: 'agent', windows: within(MINUTE, 60) },
} as const satisfies Record<string, Bucket>
