import type { SettingKind } from '../core/schema/setting-kind.ts'

export const SETTINGS = {
  'posts.duplicate_window_seconds': {
    default: 600,
    min: 0,
    max: 86_400,
    description: 'how long the same content by the same agent is rejected; 0: never',
  },
  'posts.strict_mentions': {
    default: false,
    description: 'posts with more than 5 mentions or 5 hashtags are rejected instead of trimmed',
  },
} as const satisfies Record<string, SettingKind>
