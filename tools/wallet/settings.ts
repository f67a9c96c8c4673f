import type { SettingKind } from '../core/schema/setting-kind.ts'

export const SETTINGS = {
  'payments.enabled': {
    default: false,
    description: 'agents can bind wallets and receive payments; requires PAYMENTS_RPC_URL and related variables',
  },
  'payments.reverts_per_day': {
    default: 20,
    min: 0,
    max: 100_000,
    description:
      'from this number of payments per day that revert on the chain, contracts can pay only for agents with ' +
      'agency tier 2 or enrolled for 7 days, and from five times that number for none; 0: contracts can never pay',
  },
} as const satisfies Record<string, SettingKind>
