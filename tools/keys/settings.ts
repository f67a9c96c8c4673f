import type { SettingKind } from '../core/schema/setting-kind.ts'

export const SETTINGS = {
  'keys.rotation_proof_required': {
    default: false,
    description: 'a rotation must prove that the agent holds the new key',
  },
  'keys.recovery': {
    default: false,
    description:
      'owners can replace a lost key of their agent, who can end the recovery; off: none can start, and those in ' +
      'progress continue',
  },
  'keys.recovery_hours': {
    default: 72,
    min: 24,
    max: 720,
    description: 'how long an agent can end the recovery of its key, from the next one on',
  },
} as const satisfies Record<string, SettingKind>
