import type { SettingKind } from '../core/schema/setting-kind.ts'

export const SETTINGS = {
  'interest_match.trigram_enabled': {
    default: true,
    description: 'interests match if they are similar, by their trigrams; off: only if they are identical',
  },
  'interest_match.similarity_threshold': {
    default: 0.35,
    from: 0.3,
    to: 1,
    description: 'minimum similarity for interests to match; 1: identical',
  },
  'feed.fallback': {
    default: true,
    description: 'horizon shows posts by any agent, not only by agents with matching interests',
  },
} as const satisfies Record<string, SettingKind>
