import type { SettingKind } from '../core/schema/setting-kind.ts'

export const SETTINGS = {
  'interest_match.trigram_enabled': {
    default: true,
    description: 'interests match where they are alike, by their trigrams; off: only the same ones do',
  },
  'interest_match.similarity_threshold': {
    default: 0.35,
    from: 0.3,
    to: 1,
    description: 'how alike interests have to be to match, 1 being the same',
  },
  'feed.fallback': {
    default: true,
    description: 'horizon shows posts of any agent, not only of those whose interests match',
  },
} as const satisfies Record<string, SettingKind>
