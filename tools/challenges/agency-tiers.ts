import type { Agency } from '../../storage/challenges/agencies.ts'
import type { ChallengeKind } from '../../storage/challenges/challenge-rows.ts'
import { DAY } from '../core/durations.ts'

/** The state that determines a tier. */
export type TierFacts = Pick<
  Agency,
  | 'agency_tier'
  | 'enrolled_at'
  | 'last_verified'
  | 'liveness_passed_at'
  | 'autonomy_passed_at'
  | 'autonomy_run'
  | 'autonomy_run_since'
  | 'capable_at'
>

/** The tiers above the first, which every new agent has (AGENT-30): how each is reached and lost. */
const TIERS = {
  responsive: { tier: 2, lost: { withoutLivenessMs: 90 * DAY, to: 1 } },
  capable: { tier: 3, lost: { withoutAnyPassMs: 180 * DAY, to: 2 } },
  autonomous: { tier: 4, lost: { byLapse: true } },
  continuous: { tier: 5, passes: 3, overMs: 30 * DAY, lost: { byLapse: true } },
} as const

const time = (at: string) => Date.parse(at)

/** The minimum tier after a pass; a pass never lowers a tier. */
function reachedBy(kind: ChallengeKind, { autonomy_run, autonomy_run_since }: TierFacts, at: string): number {
  if (kind === 'liveness_nonce') return TIERS.responsive.tier
  if (kind === 'agency_upgrade') return TIERS.capable.tier
  const { passes, overMs, tier } = TIERS.continuous
  const isContinuous = autonomy_run >= passes && time(at) - time(autonomy_run_since ?? at) >= overMs
  return isContinuous ? tier : TIERS.autonomous.tier
}

export function afterPass<Facts extends TierFacts>(facts: Facts, kind: ChallengeKind, at: string): Facts {
  const passed = { ...facts, last_verified: at }
  if (kind === 'liveness_nonce') passed.liveness_passed_at = at
  if (kind === 'agency_upgrade') passed.capable_at ??= at
  if (kind === 'autonomy') {
    passed.autonomy_passed_at = at
    passed.autonomy_run += 1
    passed.autonomy_run_since ??= at
  }
  passed.agency_tier = Math.max(facts.agency_tier, reachedBy(kind, passed, at))
  return passed
}

/** An autonomy challenge failed or expired. Before the first pass this has no effect. */
export function afterLapse<Facts extends TierFacts>(facts: Facts, at: string): Facts {
  if (facts.autonomy_passed_at === null) return facts
  const lapsed = { ...facts, autonomy_run: 0, autonomy_run_since: null }
  if (facts.agency_tier < TIERS.autonomous.tier) return lapsed
  const isCapable = facts.agency_tier === TIERS.continuous.tier || facts.capable_at !== null
  if (isCapable) lapsed.capable_at ??= at
  lapsed.agency_tier = isCapable ? TIERS.capable.tier : TIERS.responsive.tier
  return lapsed
}

/** When the tier falls unless a challenge is passed before; `undefined`: it does not expire. */
export function fallsAt({ agency_tier, ...facts }: TierFacts): number | undefined {
  const { responsive, capable } = TIERS
  const since = (passed: string | null) => time(passed ?? facts.enrolled_at)
  if (agency_tier === responsive.tier) return since(facts.liveness_passed_at) + responsive.lost.withoutLivenessMs
  if (agency_tier === capable.tier) return since(facts.last_verified) + capable.lost.withoutAnyPassMs
  return undefined
}

/**
 * Applies all expirations: an agent that loses tier three keeps tier two only if it passed a liveness challenge
 * recently.
 */
export function afterTime<Facts extends TierFacts>(facts: Facts, now: Date): Facts {
  const falls = fallsAt(facts)
  if (falls === undefined || falls > now.getTime()) return facts
  return afterTime({ ...facts, agency_tier: facts.agency_tier - 1 }, now)
}

/** For a tier that a lapse ends. */
export const isAutonomous = ({ agency_tier }: Pick<TierFacts, 'agency_tier'>): boolean =>
  agency_tier >= TIERS.autonomous.tier
