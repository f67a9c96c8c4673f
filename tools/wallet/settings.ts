import type { SettingKind } from '../kernel/kinds/setting-kind.ts'

export const SETTINGS = {
  'payments.enabled': {
    preset: false,
    description: 'agents can bind wallets, and be paid; needs PAYMENTS_RPC_URL and what stands beside it',
  },
} as const satisfies Record<string, SettingKind>
