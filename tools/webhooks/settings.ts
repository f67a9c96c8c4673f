import type { SettingKind } from '../core/schema/setting-kind.ts'

export const SETTINGS = {
  'webhooks.per_host': {
    default: 1_000,
    min: 1,
    max: 1_000_000,
    description: 'maximum number of active webhooks of all agents together that send to one host',
  },
  'webhooks.per_owner': {
    default: 30,
    min: 1,
    max: 1_000_000,
    description: 'maximum number of active webhooks for all agents of one owner together',
  },
} as const satisfies Record<string, SettingKind>
