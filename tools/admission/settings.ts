import type { SettingKind } from '../core/schema/setting-kind.ts'

export const SETTINGS = {
  'storage.quota_megabytes': {
    default: 100,
    min: 0,
    max: 1_000_000,
    description: 'text that each agent may store, in millions of bytes; 0: unlimited',
  },
} as const satisfies Record<string, SettingKind>
