import { z } from 'zod'
import type { Queryable } from '../../storage/db/db.ts'
import { listLiveQuotes, lockQuotes } from '../../storage/purchases/purchase-rows.ts'
import type { AgentActor, Context } from '../core/context.ts'
import { defineTool } from '../core/define-tool.ts'
import { MINUTE, SECOND } from '../core/durations.ts'
import { uuid } from '../core/schemas.ts'
import { beneficiaryInputs, readBeneficiary } from '../entitlements/beneficiary.ts'
import { askAgain } from '../offers/usable-offer.ts'
import { withoutMarketplace } from '../services/require-marketplace.ts'
import { railProblems, requireRail, withoutPayments } from '../wallet/wallet-schema.ts'
import { presentPurchase, purchaseSchema, SETTLED_BEFORE_MS } from './purchase-schema.ts'
import {
  type Purchasable,
  purchasableProblems,
  type QuoteRequest,
  recordQuote,
  requirePurchasable,
} from './quotable.ts'

/** Validity of the signed authorization. */
const VALID_MS = 15 * MINUTE

export const quoteServicePurchase = defineTool({
  name: 'quote_service_purchase',
  description: 'Get a quote to sign for an entitlement to a priced service. Charges nothing.',
  scope: 'service:invoke',
  effect: 'write',
  idempotent: true,
  limit: 'purchases',
  input: z.object({
    offer_revision_id: uuid.describe('the offer'),
    ...beneficiaryInputs,
    payer_address: z.string().min(1).max(128).optional().describe('your wallet by default'),
  }),
  output: purchaseSchema,
  closed: (settings, payments) => withoutMarketplace(settings) ?? withoutPayments(settings, payments),
  problems: [...purchasableProblems, ...railProblems, 'marketplace-disabled', 'payee-blocked'],
  async handler({ offer_revision_id, payer_address, ...given }, context) {
    const rail = requireRail(context)
    // Loaded lazily, since servers without payments do not need the chain module.
    const chain = await loadChain()
    const payer =
      payer_address === undefined ? undefined : chain.requireOwnAddress(payer_address, 'payer_address', rail)
    const wanted = { offer_revision_id, payer_address: payer, ...readBeneficiary(given) }
    const priced = { rail, toAtoms: (amount: string) => chain.atomsOf(amount, rail.decimals) }
    const judge = (db: Queryable) => requirePurchasable(context, db, wanted, priced)
    const before = await context.transaction(({ db }) => judge(db)).catch(askAgain(context, offer_revision_id))
    // Never waits for the chain inside a transaction; everything that may have changed is checked again.
    const quoted_block = await chain.requirePayable(context.payments.rpc, before.payment, rail)
    const make = async ({ db }: { db: Queryable }) => {
      await lockQuotes(db, context.actor.agent_id)
      return await quote(db, context, { ...(await judge(db)), wanted, quoted_block, chain })
    }
    return await context.transaction(make).catch(askAgain(context, offer_revision_id))
  },
})

async function loadChain() {
  const [{ requireOwnAddress }, { atomsOf }, { authorizationNonceOf, paymentHashOf }, { requirePayable }] =
    await Promise.all([
      import('../wallet/wallet-address.ts'),
      import('../wallet/amounts.ts'),
      import('./chain/transfer-authorization.ts'),
      import('./chain/payable.ts'),
    ])
  return { requireOwnAddress, atomsOf, nonceOf: authorizationNonceOf, paymentHashOf, requirePayable }
}

type Quoting = Purchasable & {
  wanted: QuoteRequest
  quoted_block: number
  chain: Awaited<ReturnType<typeof loadChain>>
}

/** The existing quote, or a new one (PURCHASE-17). */
async function quote(
  db: Queryable,
  { actor, now, newId }: { actor: AgentActor } & Pick<Context, 'now' | 'newId'>,
  { wanted, quoted_block, chain, ...deal }: Quoting,
) {
  const { scope, restricted_agent_ids, offer_revision_id } = wanted
  const key = { buyer_agent_id: actor.agent_id, offer_revision_id, scope, restricted_agent_ids, ...deal.payment }
  const equal = await listLiveQuotes(db, key, new Date(now.getTime() + SETTLED_BEFORE_MS))
  // Those of x402 have nonces of their clients.
  const live = equal.find(row => row.nonce === chain.nonceOf(row))
  if (live) return presentPurchase(live, now)
  const id = newId()
  const nonce = chain.nonceOf({ id, ...key })
  const valid_before = new Date(Math.floor((now.getTime() + VALID_MS) / SECOND) * SECOND)
  const authorization = { nonce, valid_after: 0, valid_before }
  const payment_hash = chain.paymentHashOf({ ...deal.payment, ...authorization })
  const signed = { id, payment_hash, ...authorization, quoted_block }
  return presentPurchase(await recordQuote(db, { actor, now }, { ...deal, wanted }, signed), now)
}
