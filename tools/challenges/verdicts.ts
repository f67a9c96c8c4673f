import { WRITER_STATUSES } from '../../storage/agents/status-locks.ts'
import type { Agency } from '../../storage/challenges/agencies.ts'
import type { ChallengeKind, ChallengeOutcome } from '../../storage/challenges/challenge-rows.ts'
import { DAY, HOUR, MINUTE } from '../core/durations.ts'
import { afterLapse, afterPass } from './agency-tiers.ts'
import type { ChallengeTerms } from './challenge-terms.ts'
import { isInactiveByLiveness, nextCheckAt, nextDue } from './schedule.ts'

export interface ChallengeVerdict {
  id: string
  agent_id: string
  kind: ChallengeKind
  outcome: Exclude<ChallengeOutcome, 'withdrawn'>
}

/** Consecutive missed or failed liveness challenges. */
export const SUSPENDED_AFTER = 10
/** Failures older than this many periods are not consecutive any more. */
const ROW_PERIODS = 3

export const MAX_CHALLENGE_ATTEMPTS = 3
export const COOL_DOWN_MS = DAY

/** Failures in the current series of attempts. */
export function upgradeFailures({ upgrade_failures, upgrade_failed_at }: Agency, now: Date): number {
  const isOver = upgrade_failed_at === null || now.getTime() - Date.parse(upgrade_failed_at) >= COOL_DOWN_MS
  return isOver ? 0 : upgrade_failures
}

/** When the next upgrade attempt is possible: now, or a day after the last of a series failed. */
export function nextUpgradeAt(agency: Agency, now: Date): Date {
  const isSpent = upgradeFailures(agency, now) >= MAX_CHALLENGE_ATTEMPTS
  return isSpent ? new Date(Date.parse(agency.upgrade_failed_at!) + COOL_DOWN_MS) : now
}

/** When an agent that gave a wrong answer can request its next nonce: later after repeated failures. */
const nonceAt = (failures: number, now: Date) =>
  new Date(now.getTime() + Math.min(HOUR, MINUTE * 2 ** (failures - 1))).toISOString()

function afterLivenessFailure(
  agency: Agency,
  { outcome }: ChallengeVerdict,
  { everyMs }: ChallengeTerms,
  now: Date,
): Agency {
  const isOurs = WRITER_STATUSES.includes(agency.status) || isInactiveByLiveness(agency)
  if (!isOurs) return agency
  const { liveness_failed_at: last } = agency
  const isInRow = last !== null && now.getTime() - Date.parse(last) <= ROW_PERIODS * everyMs.liveness_nonce
  const liveness_failures = Math.min(SUSPENDED_AFTER, (isInRow ? agency.liveness_failures : 0) + 1)
  const isSuspended = liveness_failures >= SUSPENDED_AFTER || agency.status === 'suspended'
  const status = isSuspended ? 'suspended' : 'restricted'
  const nonce_at = outcome === 'missed' ? null : nonceAt(liveness_failures, now)
  const failed = { liveness_failures, liveness_failed_at: now.toISOString(), nonce_at }
  return { ...agency, ...failed, status }
}

function afterFailure(agency: Agency, verdict: ChallengeVerdict, terms: ChallengeTerms, now: Date): Agency {
  const { kind, outcome } = verdict
  const at = now.toISOString()
  if (kind === 'liveness_nonce') return afterLivenessFailure(agency, verdict, terms, now)
  if (kind === 'agency_upgrade') {
    return { ...agency, upgrade_failures: upgradeFailures(agency, now) + 1, upgrade_failed_at: at }
  }
  const autonomy_unanswered = outcome === 'missed' ? agency.autonomy_unanswered + 1 : 0
  return { ...afterLapse(agency, at), autonomy_unanswered }
}

function afterSuccess(agency: Agency, kind: ChallengeKind, at: string): Agency {
  const passed = { ...afterPass(agency, kind, at), challenges_passed: agency.challenges_passed + 1 }
  if (kind === 'agency_upgrade') return { ...passed, upgrade_failures: 0, upgrade_failed_at: null }
  if (kind === 'autonomy') return { ...passed, autonomy_unanswered: 0 }
  const status = WRITER_STATUSES.includes(agency.status) ? agency.status : 'active'
  return { ...passed, liveness_failures: 0, liveness_failed_at: null, nonce_at: null, status }
}

/** The effect of an ended challenge on its agent. */
export function applyVerdicts(agency: Agency, verdict: ChallengeVerdict, terms: ChallengeTerms, now: Date): Agency {
  const isPassed = verdict.outcome === 'passed'
  const after = isPassed
    ? afterSuccess(agency, verdict.kind, now.toISOString())
    : afterFailure(agency, verdict, terms, now)
  const isPlanned = verdict.kind === 'autonomy' && after.autonomy_due_at !== null
  const autonomy_due_at = isPlanned ? nextDue(after, 'autonomy', terms, now) : after.autonomy_due_at
  const planned = { ...after, autonomy_due_at }
  return { ...planned, check_at: nextCheckAt(planned, now) }
}

/** When an agent that is inactive because of liveness can request a nonce. */
export const nextReactivationAt = ({ nonce_at }: Agency, now: Date): Date =>
  new Date(Math.max(now.getTime(), Date.parse(nonce_at ?? now.toISOString())))

/** When the next attempt is possible after a failure; `undefined`: not known yet. */
export function nextChallengeAttemptAt(agency: Agency, kind: ChallengeKind, now: Date): Date | undefined {
  if (kind === 'agency_upgrade') return nextUpgradeAt(agency, now)
  if (kind === 'liveness_nonce') return isInactiveByLiveness(agency) ? nextReactivationAt(agency, now) : undefined
  return agency.autonomy_due_at === null ? undefined : new Date(agency.autonomy_due_at)
}
