import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import type { PurchaseRow } from './purchase-rows.ts'

export async function markReverted(
  db: Queryable,
  hash: string,
  { reverted_at, is_payers_revert }: { reverted_at: Date; is_payers_revert: boolean },
): Promise<void> {
  await db.many(SQL`
    update purchase_transaction set reverted_at = ${reverted_at}, is_payers_revert = ${is_payers_revert}
    where hash = ${hash} and reverted_at is null`)
}

export interface Reverts {
  /** Transactions that reverted although their simulation succeeded: by that buyer or payer, and in total. */
  own: number
  all: number
  /** Unconfirmed payments of contracts, which may revert. */
  own_pending: number
  all_pending: number
}

export const countReverts = (
  db: Queryable,
  { id, buyer_agent_id, payer_address }: Pick<PurchaseRow, 'id' | 'buyer_agent_id' | 'payer_address'>,
  since: Date,
): Promise<Reverts> =>
  db.one<Reverts>(SQL`
    with reverted as (
      select t.is_payers_revert and (p.buyer_agent_id = ${buyer_agent_id} or p.payer_address = ${payer_address}) as is_own
      from purchase_transaction t join service_purchase p on p.id = t.purchase_id where t.reverted_at > ${since}
    ), pending as (
      select p.buyer_agent_id = ${buyer_agent_id} or p.payer_address = ${payer_address} as is_own
      from service_purchase p
      where p.status = 'submitted' and p.is_payer_contract and p.failure_code is null and p.id <> ${id}
    )
    select (select count(*) filter (where is_own)::int from reverted) as own,
      (select count(*)::int from reverted) as all,
      (select count(*) filter (where is_own)::int from pending) as own_pending,
      (select count(*)::int from pending) as all_pending`)

export async function countAllReverts(db: Queryable, since: Date): Promise<number> {
  const { reverts } = await db.one<{ reverts: number }>(
    SQL`select count(*)::int as reverts from purchase_transaction t where t.reverted_at > ${since}`,
  )
  return reverts
}

/** Serializes new payments of contracts until the transaction ends. */
export async function lockContractPayments(db: Queryable): Promise<void> {
  await db.many(SQL`select pg_advisory_xact_lock(hashtextextended('contract payments', 8))`)
}

export interface BuyerRecord {
  created_at: string
  agency_tier: number
}

export const findBuyerRecord = (db: Queryable, agentId: string): Promise<BuyerRecord | undefined> =>
  db.maybeOne<BuyerRecord>(SQL`
    select a.created_at, s.agency_tier from agent a join agent_status s on s.agent_id = a.id where a.id = ${agentId}`)
