import type { ChallengeKind } from '../../storage/challenges/challenge-rows.ts'
import { DAY, HOUR, SECOND } from '../core/durations.ts'
import type { Settings } from '../core/setting-values.ts'

/** The kinds that are issued automatically. */
export const SWEPT_KINDS = ['liveness_nonce', 'autonomy'] as const

export type SweptKind = (typeof SWEPT_KINDS)[number]

export interface ChallengeTerms {
  isSweeping: boolean
  everyMs: Readonly<Record<SweptKind, number>>
  timeoutMs: Readonly<Record<ChallengeKind, number>>
  expiryMs: number
}

export const termsOf = (settings: Settings): ChallengeTerms => ({
  isSweeping: settings['challenges.sweep_enabled'],
  everyMs: {
    liveness_nonce: settings['challenges.liveness_days'] * DAY,
    autonomy: settings['challenges.autonomy_days'] * DAY,
  },
  timeoutMs: {
    liveness_nonce: settings['challenges.liveness_timeout_seconds'] * SECOND,
    autonomy: settings['challenges.autonomy_timeout_seconds'] * SECOND,
    agency_upgrade: settings['challenges.upgrade_timeout_seconds'] * SECOND,
  },
  expiryMs: settings['challenges.expiry_hours'] * HOUR,
})
