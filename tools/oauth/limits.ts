import { DAY, HOUR } from '../kernel/durations.ts'
import { type Bucket, hourly, within } from '../kernel/kinds/bucket.ts'

export const BUCKETS = {
  client_registrations: { per: 'address', windows: hourly(30, 120), countsRefused: true },
  /** Looking at a request counts too: codes are short. */
  approvals: { per: 'agent', windows: within(HOUR, 60), countsRefused: true },
  ended_grants: { per: 'agent', windows: within(DAY, 300) },
} as const satisfies Record<string, Bucket>
