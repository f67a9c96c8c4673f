import { z } from 'zod'
import type { WalletRow } from '../../storage/wallet/wallets.ts'
import { COMPONENTS } from '../kernel/json-schema.ts'
import type { Payments, Rail } from '../kernel/payments.ts'
import { Problem } from '../kernel/problems/problems.ts'
import { timestamp } from '../kernel/schemas.ts'
import type { Settings } from '../kernel/settings.ts'

export const wallet = z.object({
  address: z.string().nullable().describe('null while none is bound'),
  chain_family: z.string().nullable(),
  attested_at: timestamp.nullable(),
})

z.globalRegistry.add(wallet, { shownBy: 'get_wallet' })
COMPONENTS.add(wallet, { id: 'Wallet' })

/** The problems that `withoutPayments` and `requireRail` answer. */
export const railProblems = ['wallet-unavailable', 'rail-unavailable'] as const

/** For `closed` of what needs payments, and whether anyone may be paid (WALLET-1 to WALLET-5, WALLET-8). */
export function withoutPayments(settings: Settings, payments: Payments): Problem | undefined {
  const standing = payments.standing()
  if (standing === 'off' || !settings['payments.enabled']) {
    return new Problem('wallet-unavailable', 'Payments are not available here.')
  }
  return standing === 'away' ? railAway() : undefined
}

/** The rail, which `closed` saw. */
export function requireRail({ payments }: { payments: Payments }): Rail {
  const standing = payments.standing()
  if (typeof standing === 'string') throw railAway()
  return standing
}

const RETRY_SECONDS = 30

/** Nothing was paid, and the same may be asked again. */
export const railAway = (): Problem =>
  new Problem('rail-unavailable', 'The chain that payments are made on cannot be reached at present.', {
    party: 'rail',
    retryable: true,
    retry_after_seconds: RETRY_SECONDS,
  })

export const presentWallet = ({ address, attested_at }: WalletRow = NONE): z.input<typeof wallet> => ({
  address,
  chain_family: address === null ? null : 'evm',
  attested_at,
})

const NONE: WalletRow = { address: null, attested_at: null }

export const payeeMissing = () =>
  new Problem('payee-wallet-missing', 'The seller has no wallet that this can be paid to.', {
    party: 'payee',
    retryable: false,
  })
