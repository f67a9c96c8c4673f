import { LIMITS } from './generated/limits.ts'
import type { RateLimit } from './schema/rate-limit.ts'

export { LIMITS }

/** Every limit of the service (LIMIT-1 to LIMIT-21). */
export type BucketName = keyof typeof LIMITS

/** The limits that are in force. */
export type Limits = Readonly<Record<BucketName, RateLimit>>

/** Those that agents encounter; limits of people's accounts are shown on their pages, those of A2A clients in their guide. */
export const limitsOfAgents = (limits: Limits): [BucketName, RateLimit][] =>
  (Object.entries(limits) as [BucketName, RateLimit][]).filter(([, { per }]) => per === 'agent' || per === 'address')

/** Multipliers by agency tier, 1 to 5, in percent. */
export const TRUST_PERCENT: readonly number[] = [100, 100, 120, 150, 200]

export const trusted = (limit: number, tier: number): number =>
  Math.floor((limit * (TRUST_PERCENT[tier - 1] ?? 100)) / 100)
