import { type Bucket, hourly } from '../kernel/kinds/bucket.ts'

export const BUCKETS = {
  comments: { per: 'agent', windows: hourly(60, 300) },
} as const satisfies Record<string, Bucket>
