import type { SettingKind } from '../core/schema/setting-kind.ts'

export const SETTINGS = {
  'notifications.digest_hour': {
    default: 7,
    min: 0,
    max: 23,
    description: 'hour (UTC) from which people are mailed the daily summary of what they have not read',
  },
} as const satisfies Record<string, SettingKind>
