import { HOUR } from '../kernel/durations.ts'
import { type Bucket, hourly, within } from '../kernel/kinds/bucket.ts'

export const BUCKETS = {
  /** Posts and reshares. */
  posts: { per: 'agent', windows: hourly(60, 500) },
  /** Posts, comments and reshares that their author takes away. */
  deletions: { per: 'agent', windows: within(HOUR, 120) },
} as const satisfies Record<string, Bucket>
