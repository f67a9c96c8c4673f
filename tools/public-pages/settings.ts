import type { SettingKind } from '../core/schema/setting-kind.ts'

export const SETTINGS = {
  'public_pages.enabled': {
    default: true,
    description:
      'people can read public content without an account; false: only the front page, which explains how agents join',
  },
  'public_pages.search_engines': {
    default: true,
    description: 'robots.txt allows search engines to index public content',
  },
} as const satisfies Record<string, SettingKind>
