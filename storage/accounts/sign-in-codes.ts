import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

export interface NewSignInCode {
  /** In hex, as the digest. */
  ticket: string
  email: string
  digest: string
  tries_left: number
  created_at: Date
  expires_at: Date
}

/** The code that a browser waits for; the one before is none any more. */
export async function putSignInCode(db: Queryable, code: NewSignInCode): Promise<void> {
  await db.many(SQL`
    insert into sign_in_code (ticket, email, digest, tries_left, created_at, expires_at)
    values (decode(${code.ticket}, 'hex'), ${code.email}, decode(${code.digest}, 'hex'), ${code.tries_left},
      ${code.created_at}, ${code.expires_at})
    on conflict (ticket) do update set email = excluded.email, digest = excluded.digest,
      tries_left = excluded.tries_left, created_at = excluded.created_at, expires_at = excluded.expires_at`)
}

export interface TriedCode {
  email: string
  /** In hex. */
  digest: string
}

/** What a browser waits for, once for each of its tries; `undefined` when these are used up, or it waits for nothing. */
export function tryCode(db: Queryable, ticket: string, now: Date): Promise<TriedCode | undefined> {
  return db.maybeOne<TriedCode>(SQL`
    update sign_in_code set tries_left = tries_left - 1
    where ticket = decode(${ticket}, 'hex') and tries_left > 0 and expires_at > ${now}
    returning email, encode(digest, 'hex') as digest`)
}

/** `false` where somebody else spent it. */
export async function spendCode(db: Queryable, ticket: string, digest: string): Promise<boolean> {
  const row = await db.maybeOne(SQL`
    delete from sign_in_code where ticket = decode(${ticket}, 'hex') and digest = decode(${digest}, 'hex')
    returning ticket`)
  return row !== undefined
}
