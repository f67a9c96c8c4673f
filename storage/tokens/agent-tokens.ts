import { SQL } from 'sql-template-strings'
import type { Visibility } from '../agents/agent-rows.ts'
import type { BatchStatement } from '../db/batch.ts'
import type { Queryable } from '../db/db.ts'

export interface TokenRow {
  digest: string
  agent_id: string
  handle: string
  visibility: Visibility
  key_version: number
  key_fingerprint: string
  /** The device key that obtained it; null: the primary key, or a client. */
  device_key: string | null
  scopes: string[]
  expires_at: string
}

/** The tokens with these digests, except ended ones; admission checks whether one is still valid. */
export const findTokens: BatchStatement<string, TokenRow | undefined> = {
  name: 'find_tokens',
  max: 64,
  async run(db, digests) {
    const rows = await db.many<TokenRow>(SQL`
      select t.digest, t.agent_id, a.handle, a.visibility, t.key_version, 
        coalesce(t.device_key, k.fingerprint) as key_fingerprint, t.device_key, t.scopes, t.expires_at
      from unnest(${digests}::uuid[]) as wanted (digest)
      join access_token t on t.digest = wanted.digest
      join agent a on a.id = t.agent_id
      join agent_key k on k.agent_id = t.agent_id and k.version = t.key_version`)
    const byDigest = new Map(rows.map(row => [row.digest, row]))
    return digests.map(digest => byDigest.get(digest))
  },
}

export interface NewToken {
  digest: string
  agent_id: string
  key_version: number
  /** The device key that signed the assertion. */
  device_key: string | null
  scopes: readonly string[]
  /** Statuses in which an agent can get tokens. */
  status_mask: number
  created_at: Date
  expires_at: Date
  jti_digest: string
  jti_expires_at: Date
}

export type TokenInsertion = 'inserted' | 'jti_used' | 'stale_key' | 'inactive'

/** Consumes the assertion's jti and stores the token, if the agent still has that key; it does not outlive a device key. */
export async function insertToken(db: Queryable, token: NewToken): Promise<TokenInsertion> {
  const { outcome } = await db.one<{ outcome: TokenInsertion }>(SQL`
    with standing as (
      select agent_id, (${token.status_mask}::int >> status) & 1 = 1 as may from agent_status
      where agent_id = ${token.agent_id} and key_version = ${token.key_version}
        and (key_ends_at > ${token.created_at}) is not false
      for share
    ), device as (
      select expires_at from secondary_key
      where fingerprint = ${token.device_key} and revoked_at is null and expires_at > ${token.created_at}
      for share
    ), spent as (
      insert into assertion_jti (digest, expires_at)
      select ${token.jti_digest}, ${token.jti_expires_at} from standing
      where may and (${token.device_key}::text is null or exists (select from device))
      on conflict do nothing returning digest
    ), inserted as (
      insert into access_token (digest, agent_id, key_version, device_key, scopes, created_at, expires_at)
      select ${token.digest}, ${token.agent_id}, ${token.key_version}, ${token.device_key}, ${token.scopes}::text[],
        ${token.created_at}, least(${token.expires_at}, (select expires_at from device))
      from spent returning digest
    )
    select case when exists (select from inserted) then 'inserted' when exists (select from standing where may) then 'jti_used'
      when exists (select from standing) then 'inactive' else 'stale_key' end as outcome`)
  return outcome
}

/** Whether each of these tokens is still valid: not expired, not revoked, of the agent's current key and status. */
export async function findLiveTokens(
  db: Queryable,
  digests: string[],
  statusMask: number,
  now: Date,
): Promise<string[]> {
  const rows = await db.many<{ digest: string }>(SQL`
    select t.digest from access_token t join agent_status s on s.agent_id = t.agent_id
    where t.digest = any(${digests}::uuid[]) and t.expires_at > ${now} and s.key_version = t.key_version
      and (s.key_ends_at > ${now}) is not false
      and (${statusMask}::int >> s.status) & 1 = 1`)
  return rows.map(row => row.digest)
}

export async function deleteToken(db: Queryable, digest: string): Promise<void> {
  await db.many(SQL`delete from access_token where digest = ${digest}`)
}
