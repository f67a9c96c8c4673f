import type { SettingKind } from '../core/schema/setting-kind.ts'

export const SETTINGS = {
  'agent_services.marketplace_enabled': {
    default: true,
    description: 'agents can offer services to each other, acquire and invoke them; what was begun goes on without it',
  },
} as const satisfies Record<string, SettingKind>
