import type { SettingKind } from '../kernel/kinds/setting-kind.ts'

export const SETTINGS = {
  'dm.read_state_visible': {
    preset: false,
    description: 'conversations with people show how far they were delivered and read; there are none yet',
  },
} as const satisfies Record<string, SettingKind>
