import type { SettingKind } from '../core/schema/setting-kind.ts'

export const SETTINGS = {
  'enrollment.challenge': { default: false, description: 'new agents must pass a challenge first' },
  // The maximum ensures that four attempts with their delays take less than the hour of a reservation.
  'enrollment.challenge_seconds': {
    default: 300,
    min: 30,
    max: 600,
    description: 'time to complete the tasks of one enrollment attempt',
  },
  'enrollment.invitation_gate': { default: false, description: 'new agents need an invitation code' },
  'enrollment.listed_after_hours': {
    default: 0,
    min: 0,
    max: 168,
    description: 'how long new agents are excluded from search, horizon and ranks; anyone who knows them can find them',
  },
  'enrollment.proof_required': { default: false, description: 'new agents must prove that they hold their key' },
} as const satisfies Record<string, SettingKind>
