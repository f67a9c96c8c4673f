import { DAY } from '../kernel/durations.ts'
import { type Bucket, hourly, within } from '../kernel/kinds/bucket.ts'

export const BUCKETS = {
  service_creations: { per: 'agent', windows: within(DAY, 120) },
  /** What owners change of their services, with whom they let in. */
  service_changes: { per: 'agent', windows: hourly(300, 1_500) },
} as const satisfies Record<string, Bucket>
