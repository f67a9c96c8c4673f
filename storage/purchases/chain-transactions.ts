import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

/** An account that sends transactions. */
export interface Relayer {
  chain_id: number
  relayer: string
}

export interface TransactionRow extends Relayer {
  hash: string
  nonce: number
  raw: string
  /** In wei, as decimals. */
  max_fee: string
  priority_fee: string
  created_at: string
  reverted_at: string | null
}

/**
 * Its next nonce, at least the chain's transaction count. Reserves it, and locks the relayer, until the transaction
 * ends.
 */
export async function reserveNonce(db: Queryable, { chain_id, relayer }: Relayer, counted: number): Promise<number> {
  const { nonce } = await db.one<{ nonce: number }>(SQL`
    insert into relayer as r (chain_id, address, next_nonce) values (${chain_id}, ${relayer}, ${counted + 1})
    on conflict (chain_id, address) do update set next_nonce = greatest(r.next_nonce, ${counted}::bigint) + 1
    returning (r.next_nonce - 1)::float8 as nonce`)
  return nonce
}

export async function insertTransaction(
  db: Queryable,
  purchase_id: string,
  sent: Omit<TransactionRow, 'created_at' | 'reverted_at'> & { created_at: Date },
): Promise<void> {
  await db.many(SQL`
    insert into purchase_transaction (hash, purchase_id, chain_id, relayer, nonce, raw, max_fee, priority_fee, created_at)
    values (${sent.hash}, ${purchase_id}, ${sent.chain_id}, ${sent.relayer}, ${sent.nonce}, ${sent.raw},
      ${sent.max_fee}::numeric, ${sent.priority_fee}::numeric, ${sent.created_at})`)
}

/** The transactions of the newest nonce of a purchase, newest first: at most one of them is mined. */
export const listNewestTransactions = (db: Queryable, purchase_id: string): Promise<TransactionRow[]> =>
  db.many<TransactionRow>(SQL`
    select t.hash, t.chain_id::float8 as chain_id, t.relayer, t.nonce::float8 as nonce, t.raw,
      t.max_fee::text as max_fee, t.priority_fee::text as priority_fee, t.created_at, t.reverted_at
    from purchase_transaction t
    where t.purchase_id = ${purchase_id} and (t.relayer, t.nonce) = (
      select n.relayer, n.nonce from purchase_transaction n where n.purchase_id = ${purchase_id}
      order by n.created_at desc, n.nonce desc limit 1)
    order by t.max_fee desc`)

/** Whether it was signed for this purchase. */
export async function isTransactionOf(db: Queryable, purchase_id: string, hash: string): Promise<boolean> {
  const row = await db.maybeOne(SQL`
    select 1 from purchase_transaction t where t.hash = ${hash} and t.purchase_id = ${purchase_id}`)
  return row !== undefined
}

/** The last transaction signed for a nonce of a relayer. */
export async function findNewestOfNonce(
  db: Queryable,
  { chain_id, relayer }: Relayer,
  nonce: number,
): Promise<string | undefined> {
  const row = await db.maybeOne<{ raw: string }>(SQL`
    select t.raw from purchase_transaction t
    where t.chain_id = ${chain_id} and t.relayer = ${relayer} and t.nonce = ${nonce} order by t.max_fee desc limit 1`)
  return row?.raw
}
