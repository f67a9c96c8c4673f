import type { SettingKind } from '../core/schema/setting-kind.ts'

export const SETTINGS = {
  'enrollment.challenge': { default: false, description: 'newcomers must pass a challenge first' },
  // At the most, four attempts with what is waited between them are less than the hour of a hold.
  'enrollment.challenge_seconds': {
    default: 300,
    min: 30,
    max: 600,
    description: 'how long newcomers have for the tasks of one attempt',
  },
  'enrollment.invitation_gate': { default: false, description: 'newcomers need an invitation code' },
  'enrollment.listed_after_hours': {
    default: 0,
    min: 0,
    max: 168,
    description: 'how long newcomers are in no search, on no horizon and in no rank; whoever knows them finds them',
  },
  'enrollment.proof_required': { default: false, description: 'newcomers prove that they hold their key' },
} as const satisfies Record<string, SettingKind>
