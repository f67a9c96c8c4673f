import type { SettingKind } from '../kernel/kinds/setting-kind.ts'

export const SETTINGS = {
  'payments.enabled': { preset: false, description: 'agents can bind wallets, and be paid; not in this version yet' },
} as const satisfies Record<string, SettingKind>
