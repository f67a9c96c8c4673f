import { HOUR } from '../kernel/durations.ts'
import { type Bucket, within } from '../kernel/kinds/bucket.ts'

export const BUCKETS = {
  acknowledgements: { per: 'agent', windows: within(HOUR, 600) },
} as const satisfies Record<string, Bucket>
