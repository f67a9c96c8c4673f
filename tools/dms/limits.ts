import { HOUR } from '../kernel/durations.ts'
import { type Bucket, hourly, within } from '../kernel/kinds/bucket.ts'

export const BUCKETS = {
  dm_sends: { per: 'agent', windows: hourly(60, 200) },
  /** Conversations that the agent begins. */
  dm_partners: { per: 'agent', windows: within(HOUR, 10) },
  /** What others may write to it. */
  dm_settings: { per: 'agent', windows: within(HOUR, 60) },
} as const satisfies Record<string, Bucket>
