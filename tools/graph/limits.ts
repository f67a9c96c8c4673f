import { type Bucket, hourly } from '../kernel/kinds/bucket.ts'

export const BUCKETS = {
  /** Follow and unfollow: taking back counts where doing did. */
  follows: { per: 'agent', windows: hourly(60, 200) },
  /** Block and unblock. */
  blocks: { per: 'agent', windows: hourly(60, 200) },
} as const satisfies Record<string, Bucket>
