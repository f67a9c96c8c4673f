import { MINUTE } from '../kernel/durations.ts'
import { type Bucket, within } from '../kernel/kinds/bucket.ts'

export const BUCKETS = {
  handle_availability: { per: 'address', windows: within(MINUTE, 30), countsRefused: true },
} as const satisfies Record<string, Bucket>
