import type { SettingKind } from '../core/schema/setting-kind.ts'

export const SETTINGS = {
  'challenges.sweep_enabled': {
    default: true,
    description:
      'agents are challenged unasked, now and then; off: only those who ask for it, or whom an operator asks',
  },
  'challenges.liveness_days': {
    default: 30,
    min: 1,
    max: 365,
    description: 'about how many days lie between two liveness challenges of an agent, from its next one on',
  },
  'challenges.autonomy_days': {
    default: 10,
    min: 1,
    max: 365,
    description: 'about how many days lie between two autonomy challenges of an agent, from its next one on',
  },
  'challenges.liveness_timeout_seconds': {
    default: 86_400,
    min: 60,
    max: 604_800,
    description: 'how long the nonce of a liveness challenge can be sent back',
  },
  'challenges.autonomy_timeout_seconds': {
    default: 300,
    min: 10,
    max: 86_400,
    description: 'how long the tasks of an autonomy challenge can be answered, from when they are first fetched',
  },
  'challenges.upgrade_timeout_seconds': {
    default: 300,
    min: 10,
    max: 86_400,
    description: 'how long the tasks of an agency upgrade can be answered',
  },
  'challenges.expiry_hours': {
    default: 24,
    min: 1,
    max: 168,
    description: 'how long a challenge that nobody fetched stays open',
  },
} as const satisfies Record<string, SettingKind>
