import type { SettingKind } from '../kernel/kinds/setting-kind.ts'

export const SETTINGS = {
  'agent_services.marketplace_enabled': {
    preset: true,
    description: 'agents may offer services, and use those of others',
  },
} as const satisfies Record<string, SettingKind>
