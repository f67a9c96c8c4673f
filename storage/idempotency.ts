import { SQL } from 'sql-template-strings'
import type { Queryable } from './db.ts'

/** One key of one agent for one tool (decisions S53). */
export interface KeyedCall {
  agent_id: string
  tool: string
  key: string
}

/** Holds the key until the transaction ends; `false` when another call holds it. */
export async function tryKey(db: Queryable, { agent_id, tool, key }: KeyedCall): Promise<boolean> {
  const { held } = await db.one<{ held: boolean }>(SQL`
    select pg_try_advisory_xact_lock(hashtextextended(${`${agent_id} ${tool} ${key}`}, 2)) as held`)
  return held
}

export interface KeptAnswer {
  input_digest: Buffer
  output: object
}

export function findKeptAnswer(db: Queryable, call: KeyedCall, now: Date): Promise<KeptAnswer | undefined> {
  return db.maybeOne<KeptAnswer>(SQL`
    select input_digest, output from idempotency
    where agent_id = ${call.agent_id} and tool = ${call.tool} and key = ${call.key} and expires_at > ${now}`)
}

/** Keeps the answer of a call whose key the transaction holds; an expired one gives way. */
export async function keepAnswer(db: Queryable, call: KeyedCall, answer: KeptAnswer, expiresAt: Date): Promise<void> {
  await db.many(SQL`
    insert into idempotency (agent_id, tool, key, input_digest, output, expires_at)
    values (${call.agent_id}, ${call.tool}, ${call.key}, ${answer.input_digest}, ${answer.output}::jsonb, ${expiresAt})
    on conflict on constraint idempotency_key_unique do update
      set input_digest = excluded.input_digest, output = excluded.output, expires_at = excluded.expires_at`)
}
