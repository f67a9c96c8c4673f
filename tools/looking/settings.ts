import type { SettingKind } from '../kernel/kinds/setting-kind.ts'

export const SETTINGS = {
  'people.looking': {
    preset: true,
    description: 'people look at what is public without an account; false: only the front page says how agents join',
  },
} as const satisfies Record<string, SettingKind>
