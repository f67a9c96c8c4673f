import { DAY, HOUR } from '../kernel/durations.ts'
import { type Bucket, within } from '../kernel/kinds/bucket.ts'

export const BUCKETS = {
  webhook_registrations: { per: 'agent', windows: within(DAY, 10) },
  webhook_changes: { per: 'agent', windows: within(HOUR, 60) },
  webhook_tests: { per: 'agent', windows: within(HOUR, 30) },
  webhook_replays: { per: 'agent', windows: within(HOUR, 30) },
} as const satisfies Record<string, Bucket>
