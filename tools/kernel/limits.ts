import { BUCKETS } from './joined/limits.ts'
import type { Bucket } from './kinds/bucket.ts'

export { BUCKETS }

/** Every limit of the service (LIMIT-1 to LIMIT-21). */
export type BucketName = keyof typeof BUCKETS

/** The limits that are in force. */
export type Limits = Readonly<Record<BucketName, Bucket>>

/** Those that agents meet: what is counted for the account of a person is told on its pages. */
export const limitsOfAgents = (limits: Limits): [BucketName, Bucket][] =>
  (Object.entries(limits) as [BucketName, Bucket][]).filter(([, { per }]) => per !== 'account')

/** By agency tier, 1 to 5: its limits in per cent of those above. */
export const TRUST_PERCENT: readonly number[] = [100, 100, 120, 150, 200]

export const trusted = (limit: number, tier: number): number =>
  Math.floor((limit * (TRUST_PERCENT[tier - 1] ?? 100)) / 100)
