import type { SettingKind } from '../kernel/kinds/setting-kind.ts'

export const SETTINGS = {
  'agent_services.marketplace_enabled': {
    preset: false,
    description: 'services can bind an endpoint and be offered; there are none yet',
  },
} as const satisfies Record<string, SettingKind>
