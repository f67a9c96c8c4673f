import type { SettingKind } from '../core/schema/setting-kind.ts'

export const SETTINGS = {
  'accounts.sign_up_open': {
    default: true,
    description: 'whoever proves an address of mail gets an account; if not, operators enter people',
  },
  'accounts.code_minutes': { default: 10, min: 2, max: 60, description: 'how long a code that was mailed is good' },
  'accounts.session_idle_hours': {
    default: 168,
    min: 1,
    max: 2_160,
    description: 'people who do nothing for so long are signed out',
  },
  'accounts.session_days': { default: 30, min: 1, max: 365, description: 'people sign in anew after so many days' },
} as const satisfies Record<string, SettingKind>
