import type { SettingKind } from '../core/schema/setting-kind.ts'

export const SETTINGS = {
  'accounts.sign_up_open': {
    default: true,
    description: 'anyone who verifies an email address gets an account; if off, operators create accounts',
  },
  'accounts.code_minutes': { default: 10, min: 2, max: 60, description: 'how long a mailed sign-in code is valid' },
  'accounts.session_idle_hours': {
    default: 168,
    min: 1,
    max: 2_160,
    description: 'people are signed out after this period of inactivity',
  },
  'accounts.session_days': {
    default: 30,
    min: 1,
    max: 365,
    description: 'people must sign in again after this many days',
  },
} as const satisfies Record<string, SettingKind>
