import type { SettingKind } from '../core/schema/setting-kind.ts'

export const SETTINGS = {
  'payments.enabled': {
    default: false,
    description: 'agents can bind wallets, and be paid; needs PAYMENTS_RPC_URL and what stands beside it',
  },
  'payments.reverts_per_day': {
    default: 20,
    min: 0,
    max: 100_000,
    description:
      'from so many payments a day that revert on the chain, contracts pay only for agents of agency tier 2 or enrolled for 7 days, and from five times as many for none; 0: contracts never pay',
  },
} as const satisfies Record<string, SettingKind>
