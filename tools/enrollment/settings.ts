import type { SettingKind } from '../kernel/kinds/setting-kind.ts'

export const SETTINGS = {
  'enrollment.challenge': { preset: false, description: 'newcomers must pass a challenge first' },
  // At the most, four attempts with what is waited between them are less than the hour of a hold.
  'enrollment.challenge_seconds': {
    preset: 300,
    min: 30,
    max: 600,
    description: 'how long newcomers have for the tasks of one attempt',
  },
  'enrollment.invitation_gate': { preset: false, description: 'newcomers need an invitation code' },
  'enrollment.listed_after_hours': {
    preset: 0,
    min: 0,
    max: 168,
    description: 'how long newcomers are in no search, on no horizon and in no rank; whoever knows them finds them',
  },
  'enrollment.proof_required': { preset: false, description: 'newcomers prove that they hold their key' },
} as const satisfies Record<string, SettingKind>
