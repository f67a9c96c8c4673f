import { SQL, type SQLStatement } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

export type SignInMethod = 'code' | 'passkey' | 'link'

export interface NewSession {
  id: string
  person_id: string
  /** In hex. */
  digest: string
  method: SignInMethod
  browser: string
  /** A keyed digest of the client's network, as UUID text. */
  network: string | null
  created_at: Date
  expires_at: Date
}

export async function insertSession(db: Queryable, session: NewSession): Promise<void> {
  await db.many(SQL`
    insert into person_session (id, person_id, digest, method, browser, network, created_at, used_at, expires_at)
    values (${session.id}, ${session.person_id}, decode(${session.digest}, 'hex'), ${session.method}, ${session.browser},
      ${session.network}, ${session.created_at}, ${session.created_at}, ${session.expires_at})`)
}

/** Whether the person with an address has a session that started in that network. */
export async function signedInFrom(db: Queryable, email: string, network: string): Promise<boolean> {
  const row = await db.maybeOne(SQL`
    select 1 from person p join person_session s on s.person_id = p.id
    where p.email = ${email} and s.network = ${network} limit 1`)
  return row !== undefined
}

export interface SessionRow {
  id: string
  person_id: string
  method: SignInMethod
  browser: string
  created_at: string
  used_at: string
  expires_at: string
}

export type SignedInRow = SessionRow & { email: string; display_name: string }

/** The session of a digest in hex, with its person; `usedSince`: sessions not used since then have expired. */
export function findPersonSession(
  db: Queryable,
  digest: string,
  now: Date,
  usedSince: Date,
): Promise<SignedInRow | undefined> {
  return db.maybeOne<SignedInRow>(SQL`
    select s.id, s.person_id, s.method, s.browser, s.created_at, s.used_at, s.expires_at, p.email, p.display_name
    from person_session s join person p on p.id = s.person_id
    where s.digest = decode(${digest}, 'hex') and s.expires_at > ${now} and s.used_at > ${usedSince}`)
}

/** When the person of a session signed in. */
export async function findSessionStart(db: Queryable, id: string): Promise<string | undefined> {
  const row = await db.maybeOne<{ created_at: string }>(SQL`select created_at from person_session where id = ${id}`)
  return row?.created_at
}

/** The `User-Agent` that a session began with. */
export async function findPersonSessionBrowser(db: Queryable, id: string): Promise<string> {
  const { browser } = await db.one<{ browser: string }>(SQL`select browser from person_session where id = ${id}`)
  return browser
}

export async function touchSession(db: Queryable, id: string, now: Date): Promise<void> {
  await db.many(SQL`update person_session set used_at = ${now} where id = ${id} and used_at < ${now}`)
}

/** `false` if it has ended. The caller holds the person's lock, so that it cannot end meanwhile. */
export async function hasSession(db: Queryable, id: string, personId: string): Promise<boolean> {
  const row = await db.maybeOne(SQL`select 1 from person_session where id = ${id} and person_id = ${personId}`)
  return row !== undefined
}

/** Sessions of a person, newest first. */
export function listPersonSessions(db: Queryable, personId: string, now: Date, usedSince: Date): Promise<SessionRow[]> {
  return db.many<SessionRow>(SQL`
    select id, person_id, method, browser, created_at, used_at, expires_at from person_session
    where person_id = ${personId} and expires_at > ${now} and used_at > ${usedSince} order by id desc`)
}

/** Replaces the digest of the session, in hex. */
export async function renewSession(db: Queryable, id: string, digest: string): Promise<void> {
  await db.many(SQL`update person_session set digest = decode(${digest}, 'hex') where id = ${id}`)
}

/** Ends sessions, and push notifications to their browsers; returns how many. */
async function endSessions(db: Queryable, personId: string, which: SQLStatement): Promise<number> {
  const statement = SQL`
    with held as materialized (
      select s.id from person_session s where s.person_id = ${personId} and `
  const rows = await db.many(
    statement.append(which).append(SQL` order by s.id for update
    ), unsubscribed as (
      delete from push_subscription p using held h where p.session_id = h.id
    )
    delete from person_session s using held h where s.id = h.id returning s.id`),
  )
  return rows.length
}

/** Ends one of a person's sessions, or all except one; returns how many. */
export const deletePersonSessions = (
  db: Queryable,
  personId: string,
  which: { id: string } | { except: string | null },
): Promise<number> =>
  endSessions(db, personId, 'id' in which ? SQL`s.id = ${which.id}` : SQL`s.id is distinct from ${which.except}::uuid`)

/** Ends a person's sessions that a passkey opened, except `exceptId`; returns how many. */
export const endPasskeySessions = (db: Queryable, personId: string, exceptId: string | null): Promise<number> =>
  endSessions(db, personId, SQL`s.method = 'passkey' and s.id is distinct from ${exceptId}::uuid`)

/** Ends all but the newest `limit` sessions of a person. */
export async function endOldestSessions(db: Queryable, personId: string, limit: number): Promise<void> {
  await db.many(SQL`
    delete from person_session where id in (
      select id from person_session where person_id = ${personId} order by id desc offset ${limit})`)
}
