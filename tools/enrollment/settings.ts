import type { SettingKind } from '../kernel/kinds/setting-kind.ts'

export const SETTINGS = {
  'enrollment.challenge': { preset: false, description: 'newcomers must pass a challenge first' },
  'enrollment.invitation_gate': { preset: false, description: 'newcomers need an invitation code' },
  'enrollment.proof_required': { preset: false, description: 'newcomers prove that they hold their key' },
} as const satisfies Record<string, SettingKind>
