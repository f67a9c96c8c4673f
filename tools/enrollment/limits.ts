import { type Bucket, hourly } from '../kernel/kinds/bucket.ts'

export const BUCKETS = {
  enroll: { per: 'address', windows: hourly(60, 300), countsRefused: true },
  /** Answers to challenges: four for each enrollment. */
  enroll_responses: { per: 'address', windows: hourly(240, 1_200), countsRefused: true },
} as const satisfies Record<string, Bucket>
