import { SQL } from 'sql-template-strings'
import type { Visibility } from '../agents/agent-rows.ts'
import type { BatchStatement } from '../db/batch.ts'
import type { Queryable } from '../db/db.ts'

/** A device key acts for its agent within its scopes; a recovery key only replaces the primary key. */
export type SecondaryKeyKind = 'device' | 'recovery'

export interface SecondaryKeyRow {
  fingerprint: string
  agent_id: string
  kind: SecondaryKeyKind
  label: string
  scopes: string[]
  created_at: string
  expires_at: string | null
  revoked_at: string | null
}

const COLUMNS = 'fingerprint, agent_id, kind, label, scopes, created_at, expires_at, revoked_at'

/** SQL: whether the key `k` is usable at that time. */
const isLive = (now: Date) => SQL`k.revoked_at is null and (k.expires_at <= ${now}) is not true`

/** A secondary key with what proves who it belongs to. */
export interface SignerRow {
  fingerprint: string
  agent_id: string
  handle: string
  visibility: Visibility
  key_version: number
  /** A pending recovery replaces the primary key at that time. */
  ends_at: string | null
  kind: SecondaryKeyKind
  scopes: string[]
  expires_at: string | null
  spki: Buffer
}

export interface SignerRequest {
  agent_id: string
  /** SHA-256 of the SubjectPublicKeyInfo, hex. */
  fingerprint: string
}

/** The secondary key of an agent with that fingerprint, unless it was revoked. */
export const findSecondarySigners: BatchStatement<SignerRequest, SignerRow | undefined> = {
  name: 'find_secondary_signers',
  max: 64,
  async run(db, requests) {
    const rows = await db.many<SignerRow>(SQL`
      select k.fingerprint, k.agent_id, a.handle, a.visibility, s.key_version, s.key_ends_at as ends_at, k.kind, k.scopes,
        k.expires_at, k.spki
      from secondary_key k
      join agent_status s on s.agent_id = k.agent_id
      join agent a on a.id = k.agent_id
      where k.fingerprint = any(${requests.map(({ fingerprint }) => fingerprint)}::text[]) and k.revoked_at is null`)
    const byFingerprint = new Map(rows.map(row => [row.fingerprint, row]))
    return requests.map(({ agent_id, fingerprint }) => {
      const row = byFingerprint.get(fingerprint)
      return row?.agent_id === agent_id ? row : undefined
    })
  },
}

/** The Ed25519 key of that thumbprint (RFC 7638), usable or not; it never changes. */
export const findSignersByThumbprint: BatchStatement<string, SignerRequest | undefined> = {
  name: 'find_signers_by_thumbprint',
  max: 64,
  async run(db, thumbprints) {
    const rows = await db.many<SignerRequest & { thumbprint: string }>(SQL`
      select k.agent_id, k.fingerprint, key_thumbprint(k.spki) as thumbprint from secondary_key k
      where octet_length(k.spki) = 44 and key_thumbprint(k.spki) = any(${thumbprints}::text[])`)
    const found = new Map(rows.map(({ thumbprint, ...signer }) => [thumbprint, signer]))
    return thumbprints.map(thumbprint => found.get(thumbprint))
  },
}

export type NewSecondaryKey = Pick<SecondaryKeyRow, 'fingerprint' | 'agent_id' | 'kind' | 'label' | 'scopes'> & {
  spki: Buffer
  created_at: Date
  expires_at: Date | null
}

/** `false` if anybody has ever registered this key. */
export async function insertSecondaryKey(db: Queryable, key: NewSecondaryKey): Promise<boolean> {
  const row = await db.maybeOne(SQL`
    insert into secondary_key (fingerprint, agent_id, kind, label, scopes, spki, created_at, expires_at)
    select ${key.fingerprint}, ${key.agent_id}, ${key.kind}, ${key.label}, ${key.scopes}::text[], ${key.spki},
      ${key.created_at}, ${key.expires_at}
    where not exists (select from agent_key k where k.fingerprint = ${key.fingerprint})
    on conflict (fingerprint) do nothing returning fingerprint`)
  return row !== undefined
}

/** A key of an agent, ended or not. */
export function findSecondaryKey(
  db: Queryable,
  { agent_id, fingerprint }: SignerRequest,
): Promise<SecondaryKeyRow | undefined> {
  return db.maybeOne<SecondaryKeyRow>(
    SQL`select `
      .append(COLUMNS)
      .append(SQL` from secondary_key k where k.fingerprint = ${fingerprint} and k.agent_id = ${agent_id}`),
  )
}

/** The usable keys of an agent, oldest first. */
export function listSecondaryKeys(db: Queryable, agentId: string, now: Date): Promise<SecondaryKeyRow[]> {
  return db.many<SecondaryKeyRow>(
    SQL`select `
      .append(COLUMNS)
      .append(SQL` from secondary_key k where k.agent_id = ${agentId} and `)
      .append(isLive(now))
      .append(' order by k.created_at, k.fingerprint'),
  )
}

export type RevokedKey = Pick<SecondaryKeyRow, 'fingerprint' | 'kind'>

/**
 * Revokes usable keys of an agent and ends the tokens that they obtained; returns the keys. Tokens that others
 * are deleting are skipped: waiting for them could deadlock.
 */
function revoke(db: Queryable, condition: ReturnType<typeof SQL>, at: Date): Promise<RevokedKey[]> {
  return db.many<RevokedKey>(
    SQL`
    with revoked as (
      update secondary_key k set revoked_at = ${at} where `
      .append(condition)
      .append(SQL` and `)
      .append(isLive(at))
      .append(SQL` returning k.agent_id, k.fingerprint, k.kind
    ), ended as (
      delete from access_token where digest = any(array(
        select t.digest from access_token t join revoked r on r.agent_id = t.agent_id and r.fingerprint = t.device_key
        for update of t skip locked))
    )
    select fingerprint, kind from revoked`),
  )
}

/** `false` if it is not a usable key of that agent. */
export async function revokeSecondaryKey(
  db: Queryable,
  { agent_id, fingerprint }: SignerRequest,
  at: Date,
): Promise<boolean> {
  return (await revoke(db, SQL`k.agent_id = ${agent_id} and k.fingerprint = ${fingerprint}`, at)).length > 0
}

/** All of an agent, or its device keys only. */
export function revokeSecondaryKeys(
  db: Queryable,
  agentId: string,
  { at, retainsRecoveryKey }: { at: Date; retainsRecoveryKey: boolean },
): Promise<RevokedKey[]> {
  return revoke(db, SQL`k.agent_id = ${agentId} and (k.kind = 'device' or not ${retainsRecoveryKey})`, at)
}

export async function renameSecondaryKey(
  db: Queryable,
  { agent_id, fingerprint }: SignerRequest,
  label: string,
): Promise<void> {
  await db.many(SQL`
    update secondary_key set label = ${label} where agent_id = ${agent_id} and fingerprint = ${fingerprint}`)
}
