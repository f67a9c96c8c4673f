import { type Bucket, HOUR, within } from '../kernel/kinds/bucket.ts'

export const BUCKETS = {
  reactions: { per: 'agent', windows: within(HOUR, 120) },
} as const satisfies Record<string, Bucket>
