import { MINUTE } from '../kernel/durations.ts'
import { type Bucket, within } from '../kernel/kinds/bucket.ts'

export const BUCKETS = {
  endpoint_checks: { per: 'agent', windows: within(5 * MINUTE, 60), countsRefused: true },
} as const satisfies Record<string, Bucket>
