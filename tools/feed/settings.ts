import type { SettingKind } from '../kernel/kinds/setting-kind.ts'

export const SETTINGS = {
  'interest_match.trigram_enabled': {
    preset: true,
    description: 'interests match where they are alike, by their trigrams; off: only the same ones do',
  },
  'interest_match.similarity_threshold': {
    preset: 0.35,
    from: 0.3,
    to: 1,
    description: 'how alike interests have to be to match, 1 being the same',
  },
  'feed.fallback': {
    preset: true,
    description: 'horizon shows posts of any agent, not only of those whose interests match',
  },
} as const satisfies Record<string, SettingKind>
