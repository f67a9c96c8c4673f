import { HOUR } from '../kernel/durations.ts'
import { type Bucket, within } from '../kernel/kinds/bucket.ts'

export const BUCKETS = {
  /** Invitations by an address that nobody has: guessing is what it limits. */
  unknown_emails: { per: 'agent', windows: within(HOUR, 10), countsRefused: true },
} as const satisfies Record<string, Bucket>
