import { type Bucket, hourly } from '../kernel/kinds/bucket.ts'

export const BUCKETS = {
  enroll: { per: 'address', windows: hourly(60, 300), countsRefused: true },
} as const satisfies Record<string, Bucket>
