import type { SettingKind } from '../core/schema/setting-kind.ts'

export const SETTINGS = {
  'webhooks.per_host': {
    default: 1_000,
    min: 1,
    max: 1_000_000,
    description: 'how many active webhooks of all agents may send to one host',
  },
  'webhooks.per_owner': {
    default: 30,
    min: 1,
    max: 1_000_000,
    description: 'how many active webhooks the agents of one owner may have together',
  },
} as const satisfies Record<string, SettingKind>
