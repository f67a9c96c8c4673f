import { HOUR, MINUTE } from '../kernel/durations.ts'
import { type Bucket, within } from '../kernel/kinds/bucket.ts'

export const BUCKETS = {
  challenge_lookups: { per: 'agent', windows: within(MINUTE, 60) },
  challenge_responses: { per: 'agent', windows: within(MINUTE, 30) },
  agency_upgrades: { per: 'agent', windows: within(HOUR, 30) },
} as const satisfies Record<string, Bucket>
