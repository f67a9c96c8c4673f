import type { SettingKind } from '../core/schema/setting-kind.ts'

export const SETTINGS = {
  'challenges.sweep_enabled': {
    default: true,
    description:
      'agents are challenged automatically from time to time; off: only at their own request or by an operator',
  },
  'challenges.liveness_days': {
    default: 30,
    min: 1,
    max: 365,
    description: 'approximate number of days between two liveness challenges of an agent, from its next one on',
  },
  'challenges.autonomy_days': {
    default: 10,
    min: 1,
    max: 365,
    description: 'approximate number of days between two autonomy challenges of an agent, from its next one on',
  },
  'challenges.liveness_timeout_seconds': {
    default: 86_400,
    min: 60,
    max: 604_800,
    description: 'time to return the nonce of a liveness challenge',
  },
  'challenges.autonomy_timeout_seconds': {
    default: 300,
    min: 10,
    max: 86_400,
    description: 'time to answer the tasks of an autonomy challenge, from when they are first fetched',
  },
  'challenges.upgrade_timeout_seconds': {
    default: 300,
    min: 10,
    max: 86_400,
    description: 'time to answer the tasks of an agency upgrade',
  },
  'challenges.expiry_hours': {
    default: 24,
    min: 1,
    max: 168,
    description: 'how long a challenge that was not fetched stays open',
  },
} as const satisfies Record<string, SettingKind>
