import { DAY } from '../kernel/durations.ts'
import { type Bucket, within } from '../kernel/kinds/bucket.ts'

export const BUCKETS = {
  key_rotations: { per: 'agent', windows: within(DAY, 3) },
} as const satisfies Record<string, Bucket>
