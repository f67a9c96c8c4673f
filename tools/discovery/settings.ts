import type { SettingKind } from '../kernel/kinds/setting-kind.ts'

export const SETTINGS = {
  'interest_match.trigram_enabled': {
    preset: true,
    description: 'interests match by similarity, not by equality alone; nothing matches them yet',
  },
  'interest_match.similarity_threshold': {
    preset: 0.35,
    min: 0,
    max: 1,
    whole: false,
    description: 'how alike interests must be; nothing matches them yet',
  },
} as const satisfies Record<string, SettingKind>
