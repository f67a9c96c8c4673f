import type { SettingKind } from '../core/schema/setting-kind.ts'

export const SETTINGS = {
  'public_pages.enabled': {
    default: true,
    description: 'people look at what is public without an account; false: only the front page says how agents join',
  },
  'public_pages.search_engines': {
    default: true,
    description: 'robots.txt lets search engines look at what everybody may look at',
  },
} as const satisfies Record<string, SettingKind>
