import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

/** `digests` are SHA-256 in hex. */
export async function insertInvitationCodes(
  db: Queryable,
  digests: readonly string[],
  code: { note: string; created_at: Date; expires_at: Date; user_id?: string },
): Promise<void> {
  await db.many(SQL`
    insert into invitation_code (digest, note, created_at, expires_at, user_id)
    select decode(digest, 'hex'), ${code.note}, ${code.created_at}, ${code.expires_at}, ${code.user_id ?? null}
    from unnest(${digests}::text[]) as d (digest)`)
}

/**
 * Locks an unused code until the transaction ends, and returns the person who created it; `undefined` for any other.
 */
export function lockInvitationCode(
  db: Queryable,
  digest: string,
  now: Date,
): Promise<{ user_id: string | null } | undefined> {
  return db.maybeOne<{ user_id: string | null }>(SQL`
    select user_id from invitation_code
    where digest = decode(${digest}, 'hex') and redeemed_at is null and expires_at > ${now} for update`)
}

/** The unused codes of a person. */
export async function countOpenCodes(db: Queryable, userId: string, now: Date): Promise<number> {
  const { count } = await db.one<{ count: number }>(SQL`
    select count(*)::int as count from invitation_code
    where user_id = ${userId} and redeemed_at is null and expires_at > ${now}`)
  return count
}

export async function redeemInvitationCode(db: Queryable, digest: string, agentId: string, now: Date): Promise<void> {
  await db.many(SQL`
    update invitation_code set redeemed_at = ${now}, redeemed_by = ${agentId} where digest = decode(${digest}, 'hex')`)
}

export interface InvitationCodeRow {
  /** In hex. */
  digest: string
  note: string
  created_at: string
  expires_at: string
  redeemed_at: string | null
  /** Also null if that agent was deleted. */
  redeemed_by: string | null
}

/** The codes, newest first, after the one with digest `before`. */
export function findInvitationCodes(
  db: Queryable,
  before: string | undefined,
  limit: number,
): Promise<InvitationCodeRow[]> {
  return db.many<InvitationCodeRow>(SQL`
    select encode(digest, 'hex') as digest, note, created_at, expires_at, redeemed_at, redeemed_by
    from invitation_code c
    where ${before === undefined} or (c.created_at, c.digest) < (
      select b.created_at, b.digest from invitation_code b where b.digest = decode(${before ?? ''}, 'hex'))
    order by c.created_at desc, c.digest desc limit ${limit}`)
}

/** Revokes an unused code; `false` if there is none. A pending enrollment with it fails at its end. */
export async function endInvitationCode(db: Queryable, digest: string, now: Date): Promise<boolean> {
  const row = await db.maybeOne(SQL`
    update invitation_code set expires_at = ${now}
    where digest = decode(${digest}, 'hex') and redeemed_at is null and expires_at > ${now} returning 1`)
  return row !== undefined
}
