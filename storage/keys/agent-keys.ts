import { SQL } from 'sql-template-strings'
import type { Visibility } from '../agents/agent-rows.ts'
import type { BatchStatement } from '../db/batch.ts'
import type { Queryable } from '../db/db.ts'

export interface CurrentKeyRow {
  agent_id: string
  handle: string
  visibility: Visibility
  key_version: number
  key_fingerprint: string
  pkcs1: Buffer
  /** A pending recovery replaces the key at that time. */
  ends_at: string | null
}

/** The current key of each agent; `undefined` if there is no such agent. */
export const findCurrentKeys: BatchStatement<string, CurrentKeyRow | undefined> = {
  name: 'find_current_keys',
  max: 64,
  async run(db, agentIds) {
    const rows = await db.many<CurrentKeyRow>(SQL`
      select a.id as agent_id, a.handle, a.visibility, s.key_version, k.fingerprint as key_fingerprint, k.pkcs1,
        s.key_ends_at as ends_at
      from unnest(${agentIds}::uuid[]) as wanted (agent_id)
      join agent_status s on s.agent_id = wanted.agent_id
      join agent a on a.id = s.agent_id
      join agent_key k on k.agent_id = s.agent_id and k.version = s.key_version`)
    const byAgent = new Map(rows.map(row => [row.agent_id, row]))
    return agentIds.map(id => byAgent.get(id))
  },
}

/** The current key of an existing agent. */
export function findPrimaryKey(db: Queryable, agentId: string): Promise<{ fingerprint: string; created_at: string }> {
  return db.one(SQL`
    select k.fingerprint, k.created_at from agent_key k join agent_status s on s.agent_id = k.agent_id and s.key_version = k.version
    where k.agent_id = ${agentId}`)
}

export const findCurrentFingerprint = async (db: Queryable, agentId: string): Promise<string> =>
  (await findPrimaryKey(db, agentId)).fingerprint

export interface NewKey {
  agent_id: string
  /** The next version; the transaction has locked the agent's status row for update. */
  version: number
  identity: Buffer
  fingerprint: string
  pem: string
  pkcs1: Buffer
  created_at: Date
}

/**
 * Makes a key the agent's current one and ends its tokens and grants; `false` if anybody has registered it before.
 * Tokens that others are deleting are skipped: waiting for them could deadlock, and the key version has already
 * invalidated them.
 */
export async function replaceKey(db: Queryable, key: NewKey): Promise<boolean> {
  const row = await db.maybeOne(SQL`
    with added as (
      insert into agent_key (agent_id, version, identity, fingerprint, pem, pkcs1, created_at)
      select ${key.agent_id}, ${key.version}, ${key.identity}, ${key.fingerprint}, ${key.pem}, ${key.pkcs1}, ${key.created_at}
      where not exists (select from secondary_key x where x.fingerprint = ${key.fingerprint})
      on conflict on constraint agent_key_identity_unique do nothing returning agent_id, version
    ), moved as (
      update agent_status s set key_version = added.version from added where s.agent_id = added.agent_id
    ), ended as (
      delete from access_token where digest = any(array(
        select t.digest from access_token t join added using (agent_id) for update of t skip locked))
    ), ended_grants as (
      delete from client_grant where id = any(array(
        select g.id from client_grant g join added using (agent_id) for update of g skip locked))
    )
    select 1 from added`)
  return row !== undefined
}
