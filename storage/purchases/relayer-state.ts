import { SQL, type SQLStatement } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import type { Relayer } from './chain-transactions.ts'
import type { PurchaseRow } from './purchase-rows.ts'

export interface RelayerRow extends Relayer {
  next_nonce: number
  /** In wei, a decimal; `null`: not checked yet. */
  balance: string | null
  /** Number of further payments it affords. */
  affords: number | null
  seen_at: string | null
}

export const listRelayers = (db: Queryable): Promise<RelayerRow[]> =>
  db.many<RelayerRow>(SQL`
    select r.chain_id::float8 as chain_id, r.address as relayer, r.next_nonce::float8 as next_nonce,
      r.balance::text as balance, r.affords::float8 as affords, r.seen_at
    from relayer r order by r.chain_id, r.address`)

interface SeenRelayer extends Relayer {
  /** Its mined transactions. */
  counted: number
  balance: string
  affords: number
  /** Of the last day. */
  reverts: number
  seen_at: Date
}

/** Records the balance of a relayer, with what it affords and its reverts, as far as known. */
export function recordRelayer(
  db: Queryable,
  seen: SeenRelayer,
): Promise<{ affords: number | null; reverts: number | null }> {
  const { chain_id, relayer, counted, balance, affords, reverts, seen_at } = seen
  return db.one(SQL`
    with former as (
      select affords, reverts from relayer where chain_id = ${chain_id} and address = ${relayer}
    ), noted as (
      insert into relayer as r (chain_id, address, next_nonce, balance, affords, reverts, seen_at)
      values (${chain_id}, ${relayer}, ${counted}, ${balance}::numeric, ${affords}, ${reverts}, ${seen_at})
      on conflict (chain_id, address) do update
        set balance = excluded.balance, affords = excluded.affords, reverts = excluded.reverts,
          seen_at = excluded.seen_at
    )
    select (select f.affords::float8 from former f) as affords, (select f.reverts::float8 from former f) as reverts`)
}

export interface PendingRow {
  status: PurchaseRow['status']
  count: number
  oldest_at: string
}

/** Purchases that are still checked on the chain, by status. */
export const listPending = (db: Queryable): Promise<PendingRow[]> =>
  db.many<PendingRow>(SQL`
    select p.status, count(*)::int as count, min(p.created_at) as oldest_at
    from service_purchase p where p.check_at is not null group by p.status order by p.status`)

export interface OutcomeRow {
  status: PurchaseRow['status']
  failure_code: string | null
  count: number
}

/** Outcomes of the purchases quoted since then. */
export const listOutcomes = (db: Queryable, since: Date): Promise<OutcomeRow[]> =>
  db.many<OutcomeRow>(SQL`
    select p.status, p.failure_code, count(*)::int as count
    from service_purchase p where p.created_at >= ${since}
    group by p.status, p.failure_code order by p.status, p.failure_code nulls first`)

export type AuditedPurchase = Pick<
  PurchaseRow,
  | ('id' | 'payment_hash' | 'status' | 'failure_code' | 'buyer_agent_id' | 'seller_agent_id' | 'service_id')
  | ('amount' | 'currency' | 'chain_id' | 'asset' | 'payer_address' | 'payee_address' | 'order_id' | 'entitlement_id')
  | ('transaction_hash' | 'check_at' | 'created_at' | 'settled_at')
> & { transactions: string[] }

interface AuditedAsked {
  status: PurchaseRow['status'] | null
  payment_hash: string | null
  before: string
  limit: number
}

/** Of all agents, newest first, with every transaction signed for them. */
export const listAllPurchases = (db: Queryable, { status, payment_hash, before, limit }: AuditedAsked) =>
  db.many<AuditedPurchase>(SQL`
    select p.id, p.payment_hash, p.status, p.failure_code, p.buyer_agent_id, p.seller_agent_id, p.service_id, p.amount,
      p.currency, p.chain_id::float8 as chain_id, p.asset, p.payer_address, p.payee_address, p.order_id,
      p.entitlement_id, p.transaction_hash, p.check_at, p.created_at, p.settled_at,
      array(select t.hash from purchase_transaction t where t.purchase_id = p.id order by t.created_at, t.max_fee)
        as transactions
    from service_purchase p
    where p.id < ${before} and (${status}::text is null or p.status = ${status}::text)
      and (${payment_hash}::text is null or p.payment_hash = ${payment_hash}::text)
    order by p.id desc limit ${limit}`)

/**
 * Schedules a check on the chain now: of one purchase, whatever its outcome, or of all in progress or watched; returns
 * how many.
 */
export async function checkNow(db: Queryable, payment_hash: string | null, now: Date): Promise<number> {
  const which: SQLStatement =
    payment_hash === null ? SQL`p.check_at is not null and p.status <> 'quoted'` : SQL`p.payment_hash = ${payment_hash}`
  const due = await db.many(
    SQL`update service_purchase p set check_at = ${now} where `.append(which).append(SQL` returning p.id`),
  )
  return due.length
}
