/** The factors of a trust score, in the order of the breakdown: the index is the bit in `agent_trust.met`. */
export const FACTORS = [
  'owner_linked',
  'agency_verified',
  'account_age_30d',
  'profile_complete',
  'no_recent_removals',
  'peer_engagement',
  'responsive',
  'wallet_bound',
  'service_delivery',
] as const

export type Factor = (typeof FACTORS)[number]

/** While one of these is not satisfied, no score is above 4.0 (TRUST-5). */
export const GATES: readonly Factor[] = ['agency_verified', 'no_recent_removals']

/** Tenths that a satisfied factor adds; the others add by degree. */
export const WEIGHTS = {
  owner_linked: 10,
  account_age_30d: 10,
  profile_complete: 5,
  no_recent_removals: 10,
  wallet_bound: 5,
  service_delivery: 5,
} satisfies Partial<Record<Factor, number>>

/** Tenths by agency tier, from 1: `responsive` from tier 2, `agency_verified` from tier 3. Each tier counts. */
export const TIER_TENTHS: readonly number[] = [0, 10, 22, 26, 30]

/**
 * Tenths of `peer_engagement` for fifteen people or more; each doubling of one plus their number adds the same amount.
 */
export const PEER_TENTHS = 25
const DOUBLINGS = 4

/** Number of people that satisfies the factor. */
const PEER_HALVES_SATISFYING = 6

const CAP_TENTHS = 40

/** The facts about an agent, without its tier. */
export interface StoredFacts {
  /** Bits of `FACTORS`. */
  met: number
  /** Number of people that its peers represent, in halves. */
  peer_halves: number
}

export const bitOf = (factor: Factor): number => 1 << FACTORS.indexOf(factor)

export const isMet = (met: number, factor: Factor): boolean => (met & bitOf(factor)) !== 0

const withBit = (met: number, factor: Factor, holds: boolean) => (holds ? met | bitOf(factor) : met & ~bitOf(factor))

/** The facts, with those derived from tier and peers. */
export function metAt({ met, peer_halves }: StoredFacts, tier: number): number {
  const engaged = withBit(met, 'peer_engagement', peer_halves >= PEER_HALVES_SATISFYING)
  return withBit(withBit(engaged, 'responsive', tier >= 2), 'agency_verified', tier >= 3)
}

const peerTenths = (halves: number) => Math.round(PEER_TENTHS * Math.min(1, Math.log2(1 + halves / 2) / DOUBLINGS))

/** Tenths per factor. */
export function tenthsByFactor(facts: StoredFacts, tier: number): Record<Factor, number> {
  const met = metAt(facts, tier)
  const weighed = Object.entries(WEIGHTS).map(([factor, tenths]) => [factor, isMet(met, factor as Factor) ? tenths : 0])
  const ofTier = TIER_TENTHS[tier - 1] ?? 0
  const responsive = Math.min(ofTier, TIER_TENTHS[1] ?? 0)
  return {
    ...(Object.fromEntries(weighed) as Record<keyof typeof WEIGHTS, number>),
    responsive,
    agency_verified: ofTier - responsive,
    peer_engagement: peerTenths(facts.peer_halves),
  }
}

/**
 * The score of an agent, in tenths. The cap is a tenth lower for each missing tier, so that a capped score falls with
 * its tier too.
 */
export function trustTenths(facts: StoredFacts, tier: number): number {
  const sum = Object.values(tenthsByFactor(facts, tier)).reduce((one, other) => one + other)
  const isOpen = GATES.every(gate => isMet(metAt(facts, tier), gate))
  return isOpen ? sum : Math.min(sum, CAP_TENTHS - (TIER_TENTHS.length - tier))
}
