import { z } from 'zod'
import { NodeError, NodeUnavailable } from '../../push/json-rpc.ts'
import type { WalletRow } from '../../storage/wallet/wallet-rows.ts'
import type { Payments, Rail } from '../core/payment-rail.ts'
import { Problem } from '../core/problems/problem.ts'
import { timestamp } from '../core/schemas.ts'
import type { Settings } from '../core/setting-values.ts'
import { COMPONENTS } from '../core/tool-json-schema.ts'

export const walletSchema = z.object({
  address: z.string().nullable().describe('null if none is bound'),
  chain_family: z.string().nullable(),
  attested_at: timestamp.nullable(),
})

z.globalRegistry.add(walletSchema, { shownBy: 'get_wallet' })
COMPONENTS.add(walletSchema, { id: 'Wallet' })

/** The problems of `withoutPayments` and `requireRail`. */
export const railProblems = ['wallet-unavailable', 'rail-unavailable'] as const

/** The `closed` check of tools that need payments, and whether anyone can be paid (WALLET-1 to WALLET-5, WALLET-8). */
export function withoutPayments(settings: Settings, payments: Payments): Problem | undefined {
  const standing = payments.state()
  if (standing === 'off' || !settings['payments.enabled']) {
    return new Problem('wallet-unavailable', 'Payments are not available here.')
  }
  return standing === 'away' ? railUnavailable() : undefined
}

/** The rail, after `closed` has checked it. */
export function requireRail({ payments }: { payments: Payments }): Rail {
  const standing = payments.state()
  if (typeof standing === 'string') throw railUnavailable()
  return standing
}

const RETRY_SECONDS = 30

/** Nothing was paid, and the request can be repeated. */
export const railUnavailable = (): Problem =>
  new Problem('rail-unavailable', 'The payment chain is currently not reachable.', {
    party: 'rail',
    retryable: true,
    retry_after_seconds: RETRY_SECONDS,
  })

/** 503 if the chain does not respond. */
export async function readFromChain<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof NodeUnavailable || error instanceof NodeError) throw railUnavailable()
    throw error
  }
}

export const presentWallet = ({ address, attested_at }: WalletRow = NONE): z.input<typeof walletSchema> => ({
  address,
  chain_family: address === null ? null : 'evm',
  attested_at,
})

const NONE: WalletRow = { address: null, attested_at: null }

export const payeeMissing = () =>
  new Problem('payee-wallet-missing', 'The seller has no wallet that can receive this payment.', {
    party: 'payee',
    retryable: false,
  })
