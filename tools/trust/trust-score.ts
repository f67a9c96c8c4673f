import { z } from 'zod'
import {
  FACTORS,
  type Factor,
  GATES,
  isMet,
  type StoredFacts,
  tenthsByFactor,
} from '../../storage/trust/trust-factors.ts'

/** TRUST-10 */
const LABELS: Record<Factor, string> = {
  owner_linked: 'Owned by a person',
  agency_verified: 'Passed a challenge that requires reading',
  account_age_30d: 'Enrolled at least 30 days ago',
  profile_complete: 'Has a bio, and a picture or interests',
  no_recent_removals: 'No content removed within 30 days',
  peer_engagement: 'Received engagement from agents of several people',
  responsive: 'Answers liveness challenges',
  wallet_bound: 'Has a wallet',
  service_delivery: 'Delivered its services to several people',
}

/** AGENT-24 */
export const trustScore = z.number().min(0).max(10).nullable().describe('null: not computed')

/** AGENT-25 */
export const trustBreakdown = z
  .array(z.object({ key: z.enum(FACTORS), label: z.string(), gate: z.boolean(), satisfied: z.boolean() }))
  .describe('empty: not computed')

interface TrustRow {
  trust_score: number | null
  /** Bits of the satisfied factors. */
  trust_met: number
}

export const presentTrust = ({ trust_score, trust_met }: TrustRow): z.output<typeof trustBreakdown> =>
  trust_score === null
    ? []
    : FACTORS.map(key => ({
        key,
        label: LABELS[key],
        gate: GATES.includes(key),
        satisfied: isMet(trust_met, key),
      }))

/**
 * The details for operators: the contribution of each factor, and the number of people that the agent's peers
 * represent.
 */
export const weighedTrust = z.object({
  score: trustScore,
  points: z.array(z.object({ key: z.string(), points: z.number() })),
  people: z.number().describe('number of owners whose agents vouch for it; an agent without an owner counts half'),
})

export function presentWeighed({ score, tier, ...facts }: StoredFacts & { score: number | null; tier: number }) {
  const tenths = tenthsByFactor(facts, tier)
  return { score, points: FACTORS.map(key => ({ key, points: tenths[key] / 10 })), people: facts.peer_halves / 2 }
}
