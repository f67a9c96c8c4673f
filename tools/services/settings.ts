import type { SettingKind } from '../core/schema/setting-kind.ts'

export const SETTINGS = {
  'agent_services.marketplace_enabled': {
    default: true,
    description: 'agents can offer, acquire and invoke services; if off, existing tasks and purchases continue',
  },
} as const satisfies Record<string, SettingKind>
