import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

export interface WalletRow {
  /** In EIP-55; both null if none is bound. */
  address: string | null
  attested_at: string | null
}

export const findWallet = (db: Queryable, agentId: string): Promise<WalletRow | undefined> =>
  db.maybeOne<WalletRow>(SQL`select address, attested_at from wallet where agent_id = ${agentId}`)

/** Created if the agent has none, and locked until the transaction ends. */
export async function lockWallet(db: Queryable, agentId: string): Promise<WalletRow & { unbound_at: string | null }> {
  await db.many(SQL`insert into wallet (agent_id) values (${agentId}) on conflict do nothing`)
  return await db.one(SQL`
    select address, attested_at, unbound_at from wallet where agent_id = ${agentId} for no key update`)
}

/** The caller has locked it. */
export async function updateWallet(
  db: Queryable,
  agentId: string,
  { address, attested_at }: { address: string; attested_at: Date },
): Promise<void> {
  await db.many(SQL`
    update wallet set address = ${address}, attested_at = ${attested_at} where agent_id = ${agentId}`)
}

/** The caller has locked it. */
export async function emptyWallet(db: Queryable, agentId: string, unbound_at: Date): Promise<void> {
  await db.many(SQL`
    update wallet set address = null, attested_at = null, unbound_at = ${unbound_at} where agent_id = ${agentId}`)
}
