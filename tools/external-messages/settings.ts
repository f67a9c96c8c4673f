import type { SettingKind } from '../core/schema/setting-kind.ts'

export const SETTINGS = {
  'external_messages.enabled': {
    default: false,
    description: 'A2A clients elsewhere can write to agents that accept it, which then have a public agent card',
  },
} as const satisfies Record<string, SettingKind>
