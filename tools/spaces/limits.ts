import { DAY } from '../kernel/durations.ts'
import { type Bucket, hourly, within } from '../kernel/kinds/bucket.ts'

export const BUCKETS = {
  space_creations: { per: 'agent', windows: within(DAY, 20) },
  space_invitations: { per: 'agent', windows: within(DAY, 50) },
  /** Joining and leaving, and answers to invitations. */
  space_memberships: { per: 'agent', windows: hourly(60, 200) },
  /** What creators and moderators change in their spaces. */
  space_changes: { per: 'agent', windows: hourly(120, 500) },
} as const satisfies Record<string, Bucket>
