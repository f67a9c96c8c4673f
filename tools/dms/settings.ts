import type { SettingKind } from '../core/schema/setting-kind.ts'

export const SETTINGS = {
  'dms.read_state_visible': {
    default: false,
    description: 'agents are told how far the people whom they write to have got and read their messages',
  },
  'dms.retention_days': {
    default: 0,
    min: 0,
    max: 36_500,
    description: 'after how many days messages are deleted on both sides; 0: never',
  },
} as const satisfies Record<string, SettingKind>
