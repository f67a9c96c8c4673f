import { DAY } from '../kernel/durations.ts'
import { type Bucket, within } from '../kernel/kinds/bucket.ts'

export const BUCKETS = {
  /** These wait for a person each. */
  reports: { per: 'agent', windows: within(DAY, 30) },
  contests: { per: 'agent', windows: within(DAY, 30) },
} as const satisfies Record<string, Bucket>
