import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

/** One key of one agent for one tool (IDEM-4). */
export interface KeyedCall {
  agent_id: string
  tool: string
  key: string
}

/**
 * What a key stores about its call: ids, times, words from closed lists. No content, which would outlive its deletion
 * here.
 */
export type StoredOutcome = Readonly<Record<string, string | readonly string[]>>

/** A call of a batch, and what its key will store: all `null` if it came without one. */
export interface KeyColumns {
  tool: string | null
  key: string | null
  /** `\x` and hex. */
  input_digest: string | null
  key_expires_at: string | null
}

/** SQL for what the key of a call `call` stores; `expired`: the slot of a row that is replaced. */
export const storedFor = (call: string): string => `
      select case when k.expires_at > ${call}.created_at then k.input_digest end as input_digest, k.stored,
        case when k.expires_at <= ${call}.created_at then k.ctid end as expired
      from idempotency k where k.agent_id = ${call}.agent_id and k.tool = ${call}.tool and k.key = ${call}.key limit 1`

/** SQL that locks the key of a call until the transaction ends; false if another call holds it. */
export const LOCKED_KEY = 'pg_try_advisory_xact_lock(idempotency_lock(agent_id, tool, key))'

/** What a key stores for a post or a comment. `mentions`: the ids of the agents, in order. */
export type StoredWrite = Readonly<{ id: string; created_at: string; mentions: readonly string[] }>

/** Locks the key until the transaction ends; `false` if another call holds it. */
export async function claimKey(db: Queryable, { agent_id, tool, key }: KeyedCall): Promise<boolean> {
  const { held } = await db.one<{ held: boolean }>(
    SQL`
    select `
      .append(LOCKED_KEY)
      .append(SQL` as held
    from (select ${agent_id}::uuid as agent_id, ${tool}::text as tool, ${key}::text as key) call`),
  )
  return held
}

export interface KeyRow<Facts extends StoredOutcome> {
  input_digest: Buffer
  stored: Facts
}

export function findStoredOutcome<Facts extends StoredOutcome>(
  db: Queryable,
  call: KeyedCall,
  now: Date,
): Promise<KeyRow<Facts> | undefined> {
  return db.maybeOne<KeyRow<Facts>>(SQL`
    select input_digest, stored from idempotency
    where agent_id = ${call.agent_id} and tool = ${call.tool} and key = ${call.key} and expires_at > ${now}`)
}

/** For a call whose key the transaction has locked; replaces an expired row. */
export async function storeOutcome(
  db: Queryable,
  call: KeyedCall,
  row: KeyRow<StoredOutcome>,
  expiresAt: Date,
): Promise<void> {
  await db.many(SQL`
    insert into idempotency (agent_id, tool, key, input_digest, stored, expires_at)
    values (${call.agent_id}, ${call.tool}, ${call.key}, ${row.input_digest}, ${row.stored}::jsonb, ${expiresAt})
    on conflict on constraint idempotency_key_unique do update
      set input_digest = excluded.input_digest, stored = excluded.stored, expires_at = excluded.expires_at`)
}
