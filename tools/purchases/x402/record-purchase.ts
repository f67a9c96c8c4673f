import { type Queryable, violatedConstraint } from '../../../storage/db/db.ts'
import { findPurchase, lockQuotes, type PurchaseRow } from '../../../storage/purchases/purchase-rows.ts'
import type { Context } from '../../core/context.ts'
import type { Rail } from '../../core/payment-rail.ts'
import { readSettings } from '../../core/setting-values.ts'
import { askAgain } from '../../offers/usable-offer.ts'
import { withoutMarketplace } from '../../services/require-marketplace.ts'
import { atomsOf } from '../../wallet/amounts.ts'
import { readFromChain } from '../../wallet/wallet-schema.ts'
import { requirePayable } from '../chain/payable.ts'
import { callToken } from '../chain/token-contract.ts'
import { purchaseRefusal } from '../purchase-failures.ts'
import { expiryOf } from '../purchase-schema.ts'
import { type Purchasable, type QuoteRequest, recordQuote, requirePurchasable } from '../quotable.ts'
import { hashOfPayment, mismatchOf, type X402Payment } from './payment-payload.ts'
import { paymentRequired } from './payment-required.ts'

interface Offered {
  wanted: QuoteRequest
  paid: X402Payment | undefined
}

const NO_PAYMENT = 'This offer has a price. Send the payment in the PAYMENT-SIGNATURE header.'
const NOT_RETRYABLE = { party: 'payer', retryable: false }

/**
 * The purchase that this authorization pays for, recorded as a quote is, once. Throws what is required if it does not
 * pay for the offer.
 *
 * The nonce is the client's, so it does not bind the authorization to a purchase as that of a quote does. Hence the
 * payer must be the buyer's own wallet, and the authorization unused when it is recorded: an executed one, which
 * everyone can read on the chain, may have paid for something else (PURCHASE-65, PURCHASE-66).
 */
export async function requirePurchase(context: Context, rail: Rail, { wanted, paid }: Offered) {
  const { db, actor, payments } = context
  const { offer_revision_id } = wanted
  const payment_hash = paid && hashOfPayment(paid, rail)
  const find = async (from: Queryable) => {
    const row = payment_hash && (await findPurchase(from, actor.agent_id, payment_hash))
    return row && row.offer_revision_id === offer_revision_id ? row : undefined
  }
  const recorded = await find(db)
  if (paid && recorded) return { row: recorded, signature: paid.signature }
  const judge = (from: Queryable) => requireMatch(context, rail, { wanted, paid }, from)
  const before = await context.transaction(scope => judge(scope.db)).catch(askAgain(context, offer_revision_id))
  // Never waits for the chain inside a transaction; everything that may have changed is checked again.
  const chain = await requireUnused(payments, before, rail).catch(async (refused: unknown) => {
    // Another call may have recorded and executed this payment meanwhile.
    const row = await find(db)
    if (row) return { row }
    throw refused
  })
  if ('row' in chain) return { row: chain.row, signature: before.paid.signature }
  const record = async (from: Queryable): Promise<PurchaseRow> => {
    await lockQuotes(from, actor.agent_id)
    const row = await find(from)
    if (row) return row
    const { paid: matching, ...deal } = await judge(from)
    const { nonce, valid_after, valid_before } = matching
    const authorization = { id: context.newId(), payment_hash: payment_hash!, nonce, valid_after, valid_before }
    return await recordQuote(from, context, { ...deal, wanted }, { ...authorization, ...chain })
  }
  const row = await context
    .transaction(scope => record(scope.db))
    .catch(error => {
      if (violatedConstraint(error) === undefined) throw error
      throw unpaid(context, rail, before, 'This authorization is already used for another purchase.')
    })
    .catch(askAgain(context, offer_revision_id))
  return { row, signature: before.paid.signature }
}

/** The payment can be executed, and has not been. */
async function requireUnused({ rpc }: Context['payments'], { payment, paid }: Matched, rail: Rail) {
  const [quoted_block, isUsed] = await Promise.all([
    requirePayable(rpc, payment, rail),
    readFromChain(() => callToken(rpc, rail.asset, 'authorizationState', [paid.payer_address, paid.nonce])),
  ])
  if (isUsed === true) throw purchaseRefusal('AUTHORIZATION_CANCELED')
  return { quoted_block }
}

type Matched = Awaited<ReturnType<typeof requireMatch>>

/** The offer can be bought, and the payment is exactly what it requires. */
async function requireMatch(context: Context, rail: Rail, { wanted, paid }: Offered, db: Queryable) {
  const { now } = context
  const closed = withoutMarketplace(await readSettings(db))
  if (closed) throw closed
  const toAtoms = (amount: string) => atomsOf(amount, rail.decimals)
  const deal = { wanted, ...(await requirePurchasable(context, db, wanted, { rail, toAtoms })) }
  if (!paid) throw paymentRequired(placeOf(context, rail, deal), NO_PAYMENT)
  const mismatch = mismatchOf(paid, deal.payment, { rail, now })
  if (mismatch) throw unpaid(context, rail, deal, mismatch)
  if (expiryOf({ valid_before: paid.valid_before.toISOString() }) <= now) throw purchaseRefusal('QUOTE_EXPIRED')
  return { ...deal, paid }
}

type Deal = Purchasable & { wanted: QuoteRequest }

const placeOf = ({ installation }: Context, rail: Rail, { wanted, payment }: Deal) => ({
  rail,
  url: `${installation.baseUrl}/api/v1/aui/x402/offers/${wanted.offer_revision_id}`,
  required: payment,
})

const unpaid = (context: Context, rail: Rail, deal: Deal, detail: string) =>
  paymentRequired(placeOf(context, rail, deal), detail, NOT_RETRYABLE)
