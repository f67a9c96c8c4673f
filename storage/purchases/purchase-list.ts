import { SQL, type SQLStatement } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import type { PurchaseRow } from './purchase-rows.ts'

/** A purchase in the list of its buyer or seller. */
export interface ListedPurchase
  extends Pick<
    PurchaseRow,
    | ('id' | 'payment_hash' | 'buyer_agent_id' | 'seller_agent_id' | 'service_id' | 'offer_revision_id')
    | ('scope' | 'pricing_model' | 'amount' | 'amount_atomic' | 'currency' | 'decimals' | 'chain_id' | 'asset')
    | ('payer_address' | 'payee_address' | 'valid_before' | 'status' | 'failure_code' | 'order_id')
    | ('entitlement_id' | 'transaction_hash' | 'created_at' | 'settled_at')
  > {
  /** The current offer; `null`: it is hidden from the viewer, or deleted. */
  service_handle: string | null
}

export interface PurchaseQuery {
  viewer: string
  role: 'buyer' | 'seller'
  service_id: string | null
  before: string
  limit: number
}

/** Newest first. A seller sees only paid ones: mere quotes are private to the buyer. */
export const findPurchases = (db: Queryable, query: PurchaseQuery): Promise<ListedPurchase[]> =>
  db.many<ListedPurchase>(
    SQL`
    select p.id, p.payment_hash, p.buyer_agent_id, p.seller_agent_id, p.service_id, p.offer_revision_id, p.scope,
      p.pricing_model, p.amount, p.amount_atomic::text as amount_atomic, p.currency, p.decimals,
      p.chain_id::float8 as chain_id, p.asset, p.payer_address, p.payee_address, p.valid_before, p.status,
      p.failure_code, p.order_id, p.entitlement_id, p.transaction_hash, p.created_at, p.settled_at,
      o.handle as service_handle
    from service_purchase p
    left join service s on s.id = p.service_id
    left join lateral (
      select v.handle from offers_visible_to(${query.viewer}) v where v.id = s.offer_revision_id) o on true
    where `
      .append(ofRole(query))
      .append(SQL` and p.id < ${query.before} and (${query.service_id}::uuid is null or p.service_id = ${query.service_id}::uuid)
    order by p.id desc limit ${query.limit}`),
  )

const ofRole = ({ role, viewer }: PurchaseQuery): SQLStatement =>
  role === 'buyer' ? SQL`p.buyer_agent_id = ${viewer}` : SQL`p.seller_agent_id = ${viewer} and p.settled_at is not null`
