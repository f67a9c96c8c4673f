import type { Queryable } from '../../storage/db/db.ts'
import { findPaidEntitlements } from '../../storage/entitlements/paid-entitlements.ts'
import type { Beneficiaries } from '../../storage/entitlements/rights.ts'
import {
  findPurchase,
  insertPurchase,
  isPurchaseSettling,
  type NewPurchase,
  type Payment,
  type PurchaseRow,
} from '../../storage/purchases/purchase-rows.ts'
import { findWallet } from '../../storage/wallet/wallet-rows.ts'
import { requireNotWriteToSelf } from '../agents/private-agents.ts'
import type { Context } from '../core/context.ts'
import type { Rail } from '../core/payment-rail.ts'
import { faulty } from '../core/problems/input-faults.ts'
import { Problem } from '../core/problems/problem.ts'
import { requireBeneficiary } from '../entitlements/beneficiary.ts'
import { acquirableProblems, requireInvocable, type UsableOffer } from '../offers/usable-offer.ts'
import { payeeMissing } from '../wallet/wallet-schema.ts'
import { pendingOutcome } from './pending-outcome.ts'

/** The requested entitlement, and its scope. */
export interface QuoteRequest extends Beneficiaries {
  offer_revision_id: string
  /** In EIP-55; `undefined`: the buyer's wallet. */
  payer_address: string | undefined
  /** A payment in progress that is this one. */
  purchase_id?: string
}

/** The purchasable offer, and its price. */
export interface Purchasable {
  offer: UsableOffer
  beneficiary_id: string
  payment: Payment
}

/** The problems that `requirePurchasable` may throw. */
export const purchasableProblems = [
  ...acquirableProblems,
  ...(['owner-required', 'service-is-free', 'entitlement-already-held'] as const),
  ...(['settlement-pending', 'payee-wallet-missing'] as const),
] as const

type Buying = Pick<Context, 'actor' | 'db' | 'installation' | 'envelope' | 'now'>

/**
 * Checks in the order of offers, then: free, already held, payment in progress, no payee (PURCHASE-10 to PURCHASE-16).
 */
export async function requirePurchasable(
  context: Buying,
  db: Queryable,
  wanted: QuoteRequest,
  { rail, toAtoms }: { rail: Rail; toAtoms: (amount: string) => bigint | undefined },
): Promise<Purchasable> {
  const { actor, now } = context
  const { agent_id } = actor
  const { offer_revision_id, payer_address, purchase_id, ...beneficiary } = wanted
  const offer = await requireInvocable(db, { agent_id, offer_revision_id, action: 'quote', now })
  await requireNotWriteToSelf(context)
  const beneficiary_id = await requireBeneficiary(db, agent_id, beneficiary)
  const { service_id, amount, currency } = offer
  if (offer.pricing_model === 'free' || amount === null) {
    throw new Problem('service-is-free', 'This offer is free. No payment is due.')
  }
  const right = { ...beneficiary, beneficiary_id, service_id }
  const entitlement_id = await findPaidEntitlements(db, { ...right, now })
  if (entitlement_id !== undefined) {
    throw new Problem('entitlement-already-held', 'You already have this entitlement.', { entitlement_id })
  }
  if (await isPurchaseSettling(db, right, purchase_id)) throw pendingOutcome()
  const payee = (await findWallet(db, offer.owner_agent_id))?.address ?? undefined
  const atoms = currency === rail.currency ? toAtoms(amount) : undefined
  // The price is from before the payment asset was changed.
  if (payee === undefined || atoms === undefined) throw payeeMissing()
  const payer = await requirePayer(db, agent_id, { payer_address, payee })
  return { offer, beneficiary_id, payment: { ...paidIn(rail), amount_atomic: String(atoms), amount, ...payer } }
}

const paidIn = ({ currency, decimals, chain_id, asset, asset_name, asset_version }: Rail) => ({
  currency,
  decimals,
  chain_id,
  asset,
  asset_name,
  asset_version,
})

async function requirePayer(
  db: Queryable,
  agentId: string,
  { payer_address, payee }: Pick<QuoteRequest, 'payer_address'> & { payee: string },
) {
  const payer = payer_address ?? (await findWallet(db, agentId))?.address ?? undefined
  if (payer === undefined) throw faulty('payer_address', 'is required, because you have bound no wallet')
  if (payer === payee) throw faulty('payer_address', 'is the address that receives the payment')
  return { payer_address: payer, payee_address: payee }
}

/** What the payer signs for a purchase, and the block before which it cannot have been executed. */
type Authorization = Pick<
  NewPurchase,
  'id' | 'payment_hash' | 'nonce' | 'valid_after' | 'valid_before' | 'quoted_block'
>

/** Records a quote, in the transaction that checked what it sells. */
export async function recordQuote(
  db: Queryable,
  { actor, now }: Pick<Context, 'actor' | 'now'>,
  { offer, beneficiary_id, payment, wanted }: Purchasable & { wanted: QuoteRequest },
  authorization: Authorization,
): Promise<PurchaseRow> {
  const { scope, restricted_agent_ids, offer_revision_id } = wanted
  const { service_id, owner_agent_id: seller_agent_id, pricing_model, cycle, limit_per_cycle } = offer
  const terms = { service_id, seller_agent_id, pricing_model, cycle, limit_per_cycle }
  const parties = { buyer_agent_id: actor.agent_id, beneficiary_id, offer_revision_id, scope, restricted_agent_ids }
  await insertPurchase(db, { ...authorization, ...parties, ...terms, ...payment, created_at: now })
  return (await findPurchase(db, actor.agent_id, authorization.payment_hash))!
}
