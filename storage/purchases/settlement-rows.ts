import { SQL, type SQLStatement } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import { type PurchaseRow, purchaseRows } from './purchase-rows.ts'

/** The process that settles a purchase. */
export interface PurchaseLease {
  id: string
  holder: string
}

/** Claims it until then; `false`: another process has it. */
export async function leasePurchase(
  db: Queryable,
  { id, holder }: PurchaseLease,
  { now, until }: { now: Date; until: Date },
): Promise<boolean> {
  const held = await db.many(SQL`
    update service_purchase set leased_by = ${holder}, leased_until = ${until}
    where id = ${id} and (leased_until is null or leased_until <= ${now}) returning id`)
  return held.length > 0
}

export async function renewHold(db: Queryable, { id, holder }: PurchaseLease, until: Date): Promise<void> {
  await db.many(SQL`update service_purchase set leased_until = ${until} where id = ${id} and leased_by = ${holder}`)
}

export async function releasePurchase(db: Queryable, { id, holder }: PurchaseLease): Promise<void> {
  await db.many(SQL`
    update service_purchase set leased_by = null, leased_until = null where id = ${id} and leased_by = ${holder}`)
}

/** Locks a claimed purchase until the transaction ends; `undefined`: the claim was lost. */
export const lockLeased = (db: Queryable, { id, holder }: PurchaseLease): Promise<PurchaseRow | undefined> =>
  db.maybeOne<PurchaseRow>(purchaseRows(SQL` where p.id = ${id} and p.leased_by = ${holder} for update`))

export const findPurchaseById = (db: Queryable, id: string): Promise<PurchaseRow | undefined> =>
  db.maybeOne<PurchaseRow>(purchaseRows(SQL` where p.id = ${id}`))

/** Unclaimed purchases on that chain that are due for a check. */
export const listDuePurchases = (
  db: Queryable,
  { chain_id, now, limit }: { chain_id: number; now: Date; limit: number },
): Promise<PurchaseRow[]> =>
  db.many<PurchaseRow>(
    purchaseRows(SQL`
      where p.check_at <= ${now} and p.chain_id = ${chain_id} and (p.leased_until is null or p.leased_until <= ${now})
      order by p.check_at limit ${limit}`),
  )

/** Whether there is one, on any chain. */
export const isAnyPurchaseDue = (now: Date): SQLStatement =>
  SQL`exists (select from service_purchase p
    where p.check_at <= ${now} and (p.leased_until is null or p.leased_until <= ${now}))`

/** `null`: never. */
export async function scheduleCheck(
  db: Queryable,
  { id, holder }: PurchaseLease,
  check_at: Date | null,
): Promise<void> {
  await db.many(SQL`update service_purchase set check_at = ${check_at} where id = ${id} and leased_by = ${holder}`)
}

/** The parties of a purchase that still exist, locked until the transaction ends; only they are notified. */
export async function listParties(
  db: Queryable,
  { buyer_agent_id, seller_agent_id }: Pick<PurchaseRow, 'buyer_agent_id' | 'seller_agent_id'>,
): Promise<string[]> {
  const there = await db.many<{ id: string }>(SQL`
    select id from agent where id in (${buyer_agent_id}, ${seller_agent_id}) order by id for key share`)
  return there.map(({ id }) => id)
}

/** Once recorded, it may be sent. The caller has locked the row. */
export async function markSubmitted(
  db: Queryable,
  id: string,
  { signature, is_payer_contract, check_at }: { signature: string; is_payer_contract: boolean; check_at: Date },
): Promise<void> {
  await db.many(SQL`
    update service_purchase set status = 'submitted', signature = ${signature}, failure_code = null,
      is_payer_contract = ${is_payer_contract}, check_at = ${check_at}
    where id = ${id}`)
}

export interface SettledFacts {
  order_id: string
  entitlement_id: string
  transaction_hash: string
  settled_at: Date
  check_at: Date
}

/** The caller has locked the row. */
export async function markSettled(db: Queryable, id: string, settled: SettledFacts): Promise<void> {
  await db.many(SQL`
    update service_purchase set status = 'settled', failure_code = null, order_id = ${settled.order_id},
      entitlement_id = ${settled.entitlement_id}, transaction_hash = ${settled.transaction_hash},
      settled_at = ${settled.settled_at}, check_at = ${settled.check_at}
    where id = ${id}`)
}

/** The caller has locked the row. */
export async function markPurchaseFailed(db: Queryable, id: string, failure_code: string): Promise<void> {
  await db.many(SQL`update service_purchase set status = 'failed', failure_code = ${failure_code} where id = ${id}`)
}

/** Why the last transaction failed; it may be retried. The caller has locked the row. */
export async function recordRefusal(db: Queryable, id: string, failure_code: string): Promise<void> {
  await db.many(SQL`update service_purchase set failure_code = ${failure_code} where id = ${id}`)
}

/** A reorganization moved it into another transaction. The caller has locked the row. */
export async function moveSettled(db: Queryable, id: string, transaction_hash: string): Promise<void> {
  await db.many(SQL`
    with moved as (update service_purchase set transaction_hash = ${transaction_hash} where id = ${id}
      returning entitlement_id)
    update entitlement e set payment_reference = ${transaction_hash} from moved m where e.id = m.entitlement_id`)
}

export async function markLapsed(db: Queryable, id: string): Promise<void> {
  await db.many(SQL`update service_purchase set is_lapsed = true where id = ${id} and not is_lapsed`)
}
