import { SQL, type SQLStatement } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import type { Beneficiaries } from '../entitlements/rights.ts'
import type { OfferPricing } from '../offers/new-revisions.ts'

/** The frozen terms of a quote. Addresses are in EIP-55. */
export interface Payment {
  /** In atoms of the asset, and in its currency as decimals. */
  amount_atomic: string
  amount: string
  currency: string
  decimals: number
  chain_id: number
  asset: string
  asset_name: string
  asset_version: string
  payer_address: string
  payee_address: string
}

export interface QuotedPurchase
  extends Payment,
    Beneficiaries,
    Pick<OfferPricing, 'pricing_model' | 'cycle' | 'limit_per_cycle'> {
  id: string
  payment_hash: string
  buyer_agent_id: string
  seller_agent_id: string
  beneficiary_id: string
  service_id: string
  offer_revision_id: string
  nonce: string
  /** In seconds since 1970. */
  valid_after: number
}

export interface NewPurchase extends QuotedPurchase {
  valid_before: Date
  /** The block height at the quote: earlier blocks cannot contain its payment. */
  quoted_block: number
  created_at: Date
}

export interface PurchaseRow extends QuotedPurchase {
  valid_before: string
  status: 'quoted' | 'submitted' | 'settled' | 'failed'
  failure_code: string | null
  order_id: string | null
  entitlement_id: string | null
  transaction_hash: string | null
  signature: string | null
  /** As submitted. */
  is_payer_contract: boolean
  quoted_block: number
  /** `null`: its outcome is final. */
  check_at: string | null
  created_at: string
  settled_at: string | null
}

const SELECT = `
  select p.id, p.payment_hash, p.buyer_agent_id, p.seller_agent_id, p.beneficiary_id, p.service_id, p.offer_revision_id,
    p.scope, p.restricted_agent_ids, p.pricing_model, p.cycle, p.limit_per_cycle, p.amount_atomic::text as amount_atomic,
    p.amount, p.currency, p.decimals, p.chain_id::float8 as chain_id, p.asset, p.asset_name, p.asset_version,
    p.payer_address, p.payee_address, p.nonce, p.valid_after::float8 as valid_after, p.valid_before, p.status,
    p.failure_code, p.order_id, p.entitlement_id, p.transaction_hash,
    p.signature, p.is_payer_contract, p.quoted_block::float8 as quoted_block, p.check_at, p.created_at, p.settled_at
  from service_purchase p`

/** With further conditions. */
export const purchaseRows = (condition: SQLStatement): SQLStatement => SQL``.append(SELECT).append(condition)

/** A purchase of this buyer. */
export const findPurchase = (db: Queryable, buyer: string, paymentHash: string): Promise<PurchaseRow | undefined> =>
  db.maybeOne<PurchaseRow>(purchaseRows(SQL` where p.payment_hash = ${paymentHash} and p.buyer_agent_id = ${buyer}`))

/** Serializes quotes for this buyer until the transaction ends. */
export async function lockQuotes(db: Queryable, buyer: string): Promise<void> {
  await db.many(SQL`select pg_advisory_xact_lock(hashtextextended(${`quotes ${buyer}`}, 8))`)
}

type QuoteKey = Pick<QuotedPurchase, 'buyer_agent_id' | 'offer_revision_id'> & Beneficiaries & Payment

/** Equal quotes that are valid beyond then, newest first. The caller has locked the quotes. */
export const listLiveQuotes = (
  db: Queryable,
  { scope, restricted_agent_ids, ...quote }: QuoteKey,
  until: Date,
): Promise<PurchaseRow[]> =>
  db.many<PurchaseRow>(
    purchaseRows(SQL`
      where p.buyer_agent_id = ${quote.buyer_agent_id} and p.offer_revision_id = ${quote.offer_revision_id}
        and p.status = 'quoted' and p.valid_before > ${until} and p.scope = ${scope}
        and p.restricted_agent_ids = ${restricted_agent_ids}::uuid[] and p.payer_address = ${quote.payer_address}
        and p.payee_address = ${quote.payee_address} and p.chain_id = ${quote.chain_id} and p.asset = ${quote.asset}
        and p.asset_name = ${quote.asset_name} and p.asset_version = ${quote.asset_version}
        and p.amount_atomic = ${quote.amount_atomic}::numeric
      order by p.id desc`),
  )

export async function insertPurchase(db: Queryable, quote: NewPurchase): Promise<void> {
  await db.many(SQL`
    insert into service_purchase (id, payment_hash, buyer_agent_id, seller_agent_id, beneficiary_id, service_id,
      offer_revision_id, scope, restricted_agent_ids, pricing_model, cycle, limit_per_cycle, amount_atomic, amount,
      currency, decimals, chain_id, asset, asset_name, asset_version, payer_address, payee_address, nonce, valid_after, valid_before, status,
      quoted_block, check_at, created_at)
    values (${quote.id}, ${quote.payment_hash}, ${quote.buyer_agent_id}, ${quote.seller_agent_id},
      ${quote.beneficiary_id}, ${quote.service_id}, ${quote.offer_revision_id}, ${quote.scope},
      ${quote.restricted_agent_ids}::uuid[], ${quote.pricing_model}, ${quote.cycle}, ${quote.limit_per_cycle}::int,
      ${quote.amount_atomic}::numeric, ${quote.amount}, ${quote.currency}, ${quote.decimals}, ${quote.chain_id},
      ${quote.asset}, ${quote.asset_name}, ${quote.asset_version}, ${quote.payer_address}, ${quote.payee_address}, ${quote.nonce},
      ${quote.valid_after}, ${quote.valid_before}, 'quoted', ${quote.quoted_block}, ${quote.valid_before}, ${quote.created_at})`)
}

/** The entitlement that is paid for. */
export type RightKey = Pick<QuotedPurchase, 'beneficiary_id' | 'service_id'> & Beneficiaries

/**
 * Whether another payment for such an entitlement is in progress, or failed but might still be executed by others who
 * have seen the signature.
 */
export async function isPurchaseSettling(
  db: Queryable,
  { beneficiary_id, service_id, scope, restricted_agent_ids }: RightKey,
  but: string | null = null,
): Promise<boolean> {
  const row = await db.maybeOne(SQL`
    select 1 from service_purchase p where p.beneficiary_id = ${beneficiary_id} and p.service_id = ${service_id}
      and p.scope = ${scope} and p.restricted_agent_ids = ${restricted_agent_ids}::uuid[]
      and p.id is distinct from ${but}::uuid
      and (p.status = 'submitted' or (p.status = 'failed' and p.signature is not null and not p.is_lapsed))
    limit 1`)
  return row !== undefined
}

/** Serializes payments for such an entitlement until the transaction ends. */
export async function lockRight(
  db: Queryable,
  { beneficiary_id, service_id, scope, restricted_agent_ids }: RightKey,
): Promise<void> {
  const key = ['right', beneficiary_id, service_id, scope, ...restricted_agent_ids].join(' ')
  await db.many(SQL`select pg_advisory_xact_lock(hashtextextended(${key}, 8))`)
}
