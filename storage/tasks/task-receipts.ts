import { SQL, type SQLStatement } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

export interface ChainEnd {
  provider_id: string
  ordinal: number
  /** Of the newest receipt; `null`: there is none. */
  sha256: string | null
}

/** Locks the receipt chains of these providers. */
export async function lockChains(db: Queryable, providers: readonly string[]): Promise<ChainEnd[]> {
  const ids = [...new Set(providers)].sort()
  if (ids.length === 0) return []
  return await db.many<ChainEnd>(SQL`
    insert into service_receipt_chain as c (provider_id, ordinal)
    select id, 0 from unnest(${ids}::uuid[]) as p (id) order by id
    on conflict (provider_id) do update set ordinal = c.ordinal
    returning provider_id, ordinal, sha256`)
}

export interface NewReceipt {
  id: string
  task_id: string
  provider_id: string
  ordinal: number
  jws: string
  sha256: string
}

/** Adds receipts to chains that the transaction has locked. */
export async function insertReceipts(db: Queryable, receipts: readonly NewReceipt[], now: Date): Promise<void> {
  await db.many(
    SQL`with added as (`.append(insertingReceipts(receipts, now)).append(`${INSERTED_RECEIPTS})${MOVED_CHAINS}`),
  )
}

export const insertingReceipts = (receipts: readonly NewReceipt[], now: Date): SQLStatement =>
  SQL`
      insert into service_receipt (id, task_id, provider_id, ordinal, jws, sha256, created_at)
      select id, task_id, provider_id, ordinal, jws, sha256, ${now}::timestamptz
      from unnest(${receipts.map(({ id }) => id)}::uuid[], ${receipts.map(({ task_id }) => task_id)}::uuid[],
        ${receipts.map(({ provider_id }) => provider_id)}::uuid[], ${receipts.map(({ ordinal }) => ordinal)}::bigint[],
        ${receipts.map(({ jws }) => jws)}::text[], ${receipts.map(({ sha256 }) => sha256)}::text[])
        as r (id, task_id, provider_id, ordinal, jws, sha256)
      where true`

/** SQL to append after `insertingReceipts`. */
export const INSERTED_RECEIPTS = ' returning provider_id, ordinal, sha256'

/** SQL that updates the ends of chains to the `added` receipts. */
export const MOVED_CHAINS = `
    update service_receipt_chain c set ordinal = a.ordinal, sha256 = a.sha256
    from (select distinct on (provider_id) * from added order by provider_id, ordinal desc) a
    where c.provider_id = a.provider_id`
