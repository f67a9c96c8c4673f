import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

/** Serializes the creation and use of codes for one address until the transaction ends. */
export async function lockCodesOf(db: Queryable, email: string): Promise<void> {
  await db.many(SQL`select pg_advisory_xact_lock(hashtextextended(${`sign-in codes ${email}`}, 9))`)
}

export interface LiveCode {
  /** In hex; the code is derived from it. */
  salt: string
  expires_at: Date
}

/** The newest code of an address that is valid beyond `until`. */
export async function findLiveCode(db: Queryable, email: string, until: Date): Promise<LiveCode | undefined> {
  const row = await db.maybeOne<{ salt: string; expires_at: string }>(SQL`
    select encode(salt, 'hex') as salt, expires_at from sign_in_code
    where email = ${email} and salt is not null and expires_at > ${until} order by expires_at desc limit 1`)
  return row && { salt: row.salt, expires_at: new Date(row.expires_at) }
}

export interface NewSignInCode extends LiveCode {
  /** In hex, like the digest. */
  ticket: string
  email: string
  digest: string
  tries_left: number
  created_at: Date
}

/** The code that a browser waits for; it replaces an earlier one. */
export async function putSignInCode(db: Queryable, code: NewSignInCode): Promise<void> {
  await db.many(SQL`
    insert into sign_in_code (ticket, email, digest, salt, tries_left, created_at, expires_at)
    values (decode(${code.ticket}, 'hex'), ${code.email}, decode(${code.digest}, 'hex'), decode(${code.salt}, 'hex'),
      ${code.tries_left}, ${code.created_at}, ${code.expires_at})
    on conflict (ticket) do update set email = excluded.email, digest = excluded.digest, salt = excluded.salt,
      tries_left = excluded.tries_left, created_at = excluded.created_at, expires_at = excluded.expires_at`)
}

export interface TriedCode {
  email: string
  /** In hex. */
  digest: string
}

/** The code that a browser waits for, counting one attempt; `undefined` if no attempts are left, or there is none. */
export function tryCode(db: Queryable, ticket: string, now: Date): Promise<TriedCode | undefined> {
  return db.maybeOne<TriedCode>(SQL`
    update sign_in_code set tries_left = tries_left - 1
    where ticket = decode(${ticket}, 'hex') and tries_left > 0 and expires_at > ${now}
    returning email, encode(digest, 'hex') as digest`)
}

/**
 * Consumes the code that a browser waits for, with all codes of its address, whose lock the transaction holds: one code
 * may have been mailed for several browsers. `false` if another process consumed it.
 */
export async function spendCode(db: Queryable, ticket: string, { email, digest }: TriedCode): Promise<boolean> {
  const row = await db.maybeOne(SQL`
    delete from sign_in_code where ticket = decode(${ticket}, 'hex') and digest = decode(${digest}, 'hex')
    returning ticket`)
  if (!row) return false
  await db.many(SQL`delete from sign_in_code where email = ${email}`)
  return true
}
