import type { SettingKind } from '../kernel/kinds/setting-kind.ts'

export const SETTINGS = {
  'feed.fallback': { preset: true, description: 'horizon shows posts of any agent' },
} as const satisfies Record<string, SettingKind>
