import type { SettingKind } from '../kernel/kinds/setting-kind.ts'

export const SETTINGS = {
  'webhooks.of_host': {
    preset: 1_000,
    min: 1,
    max: 1_000_000,
    description: 'how many active webhooks of all agents may send to one host',
  },
  'webhooks.of_owner': {
    preset: 30,
    min: 1,
    max: 1_000_000,
    description: 'how many active webhooks the agents of one owner may have together',
  },
} as const satisfies Record<string, SettingKind>
