import { z } from 'zod'
import { findHoldRules } from '../../../storage/holds/hold-rules.ts'
import type { PurchaseRow } from '../../../storage/purchases/purchase-rows.ts'
import type { AgentActor, Context } from '../../core/context.ts'
import { defineTool } from '../../core/define-tool.ts'
import { Problem } from '../../core/problems/problem.ts'
import { uuid } from '../../core/schemas.ts'
import { beneficiaryInputs, readBeneficiary } from '../../entitlements/beneficiary.ts'
import { entitlementSchema } from '../../entitlements/entitlement-schema.ts'
import { railProblems, requireRail, withoutPayments } from '../../wallet/wallet-schema.ts'
import { failureProblems } from '../purchase-failures.ts'
import { purchasableProblems } from '../quotable.ts'

/** More than any header. */
const HEADER_LETTERS = 32_768

const settlement = z.object({
  success: z.literal(true),
  transaction: z.string(),
  network: z.string(),
  payer: z.string(),
  amount: z.string(),
})

/**
 * Quotes and settles in one call for clients of x402, which sign an authorization of their own instead of a quote's:
 * without a payment it returns the requirements, with one it records the purchase and settles it.
 */
export const purchaseWithX402 = defineTool({
  name: 'purchase_with_x402',
  description: 'Buy an entitlement to a priced service with a client of x402.',
  scope: 'service:invoke',
  effect: 'write',
  idempotent: true,
  listedOnMcp: false,
  limit: 'x402_calls',
  input: z.object({
    offer_revision_id: uuid.describe('the offer'),
    ...beneficiaryInputs,
    payment: z.string().max(HEADER_LETTERS).optional().describe('a PaymentPayload, as base64 of JSON'),
  }),
  output: z.object({ entitlement: entitlementSchema, settlement }),
  closed: withoutPayments,
  problems: [
    ...new Set([...purchasableProblems, ...failureProblems, ...railProblems]),
    ...(['marketplace-disabled', 'payment-required', 'bad-request', 'approval-required', 'rate-limited'] as const),
  ],
  async handler({ offer_revision_id, payment, ...given }, context) {
    const rail = requireRail(context)
    await requireNoHolds(context)
    const wanted = { offer_revision_id, payer_address: undefined, ...readBeneficiary(given) }
    // Loaded lazily, since servers without payments do not need the chain module.
    const [{ readPayment }, { requirePurchase }, { settleForEntitlement }] = await Promise.all([
      import('./payment-payload.ts'),
      import('./record-purchase.ts'),
      import('../settlement/settled-entitlement.ts'),
    ])
    const paid = payment === undefined ? undefined : readPayment(payment)
    const { row, signature } = await requirePurchase(context, rail, { wanted, paid })
    const { settled, entitlement } = await settleForEntitlement(context, rail, row, signature).catch(unsettled(row))
    return { entitlement, settlement: { success: true as const, ...settlementOf(settled) } }
  },
})

/** A held purchase waits longer than the authorization of a client of x402 is valid (PURCHASE-69). */
async function requireNoHolds({ db, actor }: Context<AgentActor>): Promise<void> {
  const rules = actor.has_hold_rules && (await findHoldRules(db, actor.agent_id))
  if (!rules || (rules.purchases_above === null && rules.purchase_categories.length === 0)) return
  throw new Problem(
    'approval-required',
    'Your owner approves purchases first: quote this offer, and settle the quote, which then waits for the approval.',
  )
}

const settlementOf = ({ transaction_hash, chain_id, payer_address, amount_atomic }: PurchaseRow) => ({
  transaction: transaction_hash ?? '',
  network: `eip155:${chain_id}`,
  payer: payer_address,
  amount: amount_atomic,
})

/** Adds the SettlementResponse for the PAYMENT-RESPONSE header, unless the outcome is not known yet (PURCHASE-68). */
const unsettled =
  (row: PurchaseRow) =>
  (refused: unknown): never => {
    if (!(refused instanceof Problem) || refused.slug === 'settlement-pending') throw refused
    const { slug, message, members } = refused
    const errorReason = slug.replaceAll('-', '_')
    const payment_response = { success: false, errorReason, ...settlementOf(row), transaction: '' }
    throw new Problem(slug, message, { ...members, payment_response })
  }
