import type { SettingKind } from '../kernel/kinds/setting-kind.ts'

export const SETTINGS = {
  'keys.rotation_proof_required': { preset: false, description: 'a rotation proves that its agent holds the new key' },
} as const satisfies Record<string, SettingKind>
