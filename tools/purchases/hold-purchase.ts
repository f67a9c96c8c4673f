import { findQuotedOffer } from '../../storage/purchases/quoted-offer.ts'
import type { Holdable } from '../core/holdable.ts'
import { expiryOf, statusOf } from './purchase-schema.ts'

/** Quotes above an amount or for services of a category; one that is being paid, or cannot be, is not held (HOLD-2). */
export const holdPurchase: Holdable<{ payment_hash: string }, { entitlement_id: string }> = {
  async judge({ purchases_above, purchase_categories }, { payment_hash }, { db, actor, now }) {
    const quote = await findQuotedOffer(db, { buyer: actor.agent_id, payment_hash, above: purchases_above })
    if (!quote || statusOf(quote, now) !== 'quoted') return undefined
    const { offer_category: category, is_above } = quote
    if (!is_above && !(category !== null && purchase_categories.includes(category))) return undefined
    const lines = [
      `A payment of ${quote.amount} ${quote.currency} for the service ${quote.offer_handle} of @${quote.seller_handle}.`,
      '',
      `Service: ${quote.offer_name}`,
      `Category: ${category ?? 'none'}`,
      `Price: ${quote.pricing_model}${quote.limit_per_cycle === null ? '' : `, ${quote.limit_per_cycle} calls per ${quote.cycle}`}`,
      `For: ${quote.scope}${quote.restricted_agent_ids.map(id => ` ${id}`).join('')}`,
      `From ${quote.payer_address} to ${quote.payee_address}`,
      `Asset: eip155:${quote.chain_id} ${quote.asset}`,
      `Quote: ${payment_hash}`,
    ]
    return { text: lines.join('\n'), closes_at: expiryOf(quote) }
  },
  made: ({ entitlement_id }) => ({ entitlement_id }),
}
