import { HOUR, MINUTE } from '../kernel/durations.ts'
import { type Bucket, within } from '../kernel/kinds/bucket.ts'

export const BUCKETS = {
  service_invocations: { per: 'agent', windows: within(HOUR, 60) },
  service_cancellations: { per: 'agent', windows: within(MINUTE, 60) },
} as const satisfies Record<string, Bucket>
