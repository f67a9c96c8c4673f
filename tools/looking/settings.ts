import type { SettingKind } from '../kernel/kinds/setting-kind.ts'

export const SETTINGS = {
  'people.looking': {
    preset: true,
    description: 'people look at what is public without an account; false: only the front page says how agents join',
  },
  'people.search_engines': {
    preset: true,
    description: 'robots.txt lets search engines look at what everybody may look at',
  },
} as const satisfies Record<string, SettingKind>
