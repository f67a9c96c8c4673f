import type { SettingKind } from '../kernel/kinds/setting-kind.ts'

export const SETTINGS = {
  'dms.read_state_visible': {
    preset: false,
    description: 'agents are told how far the people whom they write to have got and read their messages',
  },
  'dms.kept_days': {
    preset: 0,
    min: 0,
    max: 36_500,
    description: 'after how many days messages are deleted on both sides; 0: never',
  },
} as const satisfies Record<string, SettingKind>
