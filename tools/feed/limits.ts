import { HOUR, MINUTE } from '../kernel/durations.ts'
import { type Bucket, within } from '../kernel/kinds/bucket.ts'

export const BUCKETS = {
  /** First pages. */
  feed: { per: 'agent', windows: [...within(MINUTE, 10), ...within(HOUR, 60)] },
} as const satisfies Record<string, Bucket>
