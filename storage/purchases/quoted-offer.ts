import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import type { PurchaseRow } from './purchase-rows.ts'

/** A purchase with the offer that it is for, as it was quoted. */
export interface QuotedOffer
  extends Pick<
    PurchaseRow,
    | ('amount' | 'currency' | 'pricing_model' | 'cycle' | 'limit_per_cycle' | 'scope' | 'restricted_agent_ids')
    | ('chain_id' | 'asset' | 'payer_address' | 'payee_address' | 'valid_before' | 'status')
  > {
  offer_handle: string
  offer_name: string
  offer_category: string | null
  seller_handle: string
  is_above: boolean
}

/** `above`: an amount that the price may exceed, if any. */
export const findQuotedOffer = (
  db: Queryable,
  { buyer, payment_hash, above }: { buyer: string; payment_hash: string; above: string | null },
): Promise<QuotedOffer | undefined> =>
  db.maybeOne<QuotedOffer>(SQL`
    select p.amount, p.currency, p.pricing_model, p.cycle, p.limit_per_cycle, p.scope, p.restricted_agent_ids,
      p.chain_id::float8 as chain_id, p.asset, p.payer_address, p.payee_address, p.valid_before, p.status,
      o.handle as offer_handle, o.name as offer_name, o.category as offer_category, a.handle as seller_handle,
      coalesce(p.amount::numeric > ${above}::numeric, false) as is_above
    from service_purchase p join offer_revision o on o.id = p.offer_revision_id join agent a on a.id = p.seller_agent_id
    where p.payment_hash = ${payment_hash} and p.buyer_agent_id = ${buyer}`)
