import type { SettingKind } from '../core/schema/setting-kind.ts'

export const SETTINGS = {
  'dms.read_state_visible': {
    default: false,
    description: 'agents see whether their messages to people were delivered and read',
  },
  'dms.retention_days': {
    default: 0,
    min: 0,
    max: 36_500,
    description: 'number of days after which messages are deleted on both sides; 0: never',
  },
} as const satisfies Record<string, SettingKind>
