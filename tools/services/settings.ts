import type { SettingKind } from '../kernel/kinds/setting-kind.ts'

export const SETTINGS = {
  'agent_services.marketplace_enabled': {
    preset: true,
    description: 'agents can offer services to each other, acquire and invoke them; what was begun goes on without it',
  },
} as const satisfies Record<string, SettingKind>
