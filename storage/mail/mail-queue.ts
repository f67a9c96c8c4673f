import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

export interface NewMail {
  id: string
  person_id: string
  about: string
}

export interface MailText {
  subject: string
  content: string
  created_at: Date
  expires_at: Date
  /** An address that ends mail of this kind. */
  unsubscribe?: string
}

/** The same text for many; whoever already received mail about it gets no other. */
export async function queueMail(db: Queryable, mails: readonly NewMail[], text: MailText): Promise<void> {
  await db.many(SQL`
    insert into mail (id, person_id, about, subject, content, created_at, expires_at, next_at, unsubscribe)
    select id, person_id, about, ${text.subject}, ${text.content}, ${text.created_at}, ${text.expires_at},
      ${text.created_at}, ${text.unsubscribe ?? null}
    from unnest(${mails.map(mail => mail.id)}::uuid[], ${mails.map(mail => mail.person_id)}::uuid[],
      ${mails.map(mail => mail.about)}::uuid[]) as n (id, person_id, about)
    on conflict on constraint mail_once do nothing`)
}

export interface NewSecretMail {
  id: string
  email: string
  about: string
  /** Replaces `{code}` in the content; encrypted with the context `mail <id>`. */
  encrypted: Buffer
}

/** For an address that may belong to nobody yet; the secret part is stored encrypted, and only until it was sent. */
export async function queueSecretMail(db: Queryable, mail: NewSecretMail, text: MailText): Promise<void> {
  await db.many(SQL`
    insert into mail (id, email, about, secret, subject, content, created_at, expires_at, next_at)
    values (${mail.id}, ${mail.email}, ${mail.about}, ${mail.encrypted}, ${text.subject}, ${text.content},
      ${text.created_at}, ${text.expires_at}, ${text.created_at})`)
}

/** Mail to a former address of a person. `about` is the person; deleting them deletes it. */
export async function queueMailToFormer(
  db: Queryable,
  mail: { id: string; email: string; about: string },
  text: MailText,
): Promise<void> {
  await db.many(SQL`
    insert into mail (id, email, about, subject, content, created_at, expires_at, next_at)
    values (${mail.id}, ${mail.email}, ${mail.about}, ${text.subject}, ${text.content}, ${text.created_at},
      ${text.expires_at}, ${text.created_at})`)
}

export interface ClaimedMail {
  id: string
  email: string
  subject: string
  content: string
  secret: Buffer | null
  unsubscribe: string | null
  attempts: number
}

/** Due mail, longest waiting first; claimed until `until`. */
export function claimMail(db: Queryable, now: Date, until: Date, limit: number): Promise<ClaimedMail[]> {
  return db.many<ClaimedMail>(SQL`
    with due as materialized (
      select id from mail where next_at <= ${now} and expires_at > ${now} order by next_at limit ${limit} for update skip locked
    )
    update mail m set attempts = m.attempts + 1, next_at = ${until}
    from due where m.id = due.id
    returning m.id, coalesce(m.email, (select p.email from person p where p.id = m.person_id)) as email, m.subject,
      m.content, m.secret, m.unsubscribe, m.attempts`)
}

export async function markSent(db: Queryable, id: string, now: Date): Promise<void> {
  await db.many(SQL`update mail set sent_at = ${now}, next_at = null, failure = null, secret = null where id = ${id}`)
}

/** `nextAt` null: it has failed. */
export async function markMailFailed(db: Queryable, id: string, failure: string, nextAt: Date | null): Promise<void> {
  await db.many(SQL`update mail set failure = ${failure}, next_at = ${nextAt}, secret = case when ${nextAt === null} then null else secret end
    where id = ${id}`)
}

export interface MailRow {
  id: string
  email: string
  subject: string
  content: string
  created_at: string
  attempts: number
  next_at: string | null
  sent_at: string | null
  failure: string | null
}

/** Newest first, older than `before`. */
export function listMailRows(db: Queryable, before: string, limit: number): Promise<MailRow[]> {
  return db.many<MailRow>(SQL`
    select m.id, coalesce(m.email, p.email) as email, m.subject, m.content, m.created_at, m.attempts, m.next_at, m.sent_at,
      m.failure
    from mail m left join person p on p.id = m.person_id
    where m.id < ${before} order by m.id desc limit ${limit}`)
}

export type WaitingMail = Pick<MailRow, 'id' | 'email' | 'subject' | 'content' | 'created_at'> & {
  secret: Buffer | null
}

export interface WaitingCode {
  id: string
  email: string
  /** The code, encrypted with the context `mail <id>`. */
  secret: Buffer
  created_at: string
  expires_at: string
}

/** Unsent codes, newest first; those to `email`, or all. */
export function listWaitingCodes(
  db: Queryable,
  { email, now, limit }: { email: string | null; now: Date; limit: number },
): Promise<WaitingCode[]> {
  return db.many<WaitingCode>(SQL`
    select m.id, m.email, m.secret, m.created_at, m.expires_at
    from mail m
    where m.sent_at is null and m.secret is not null and m.expires_at > ${now} and m.content like '%{code}%'
      and (${email}::text is null or m.email = ${email})
    order by m.id desc limit ${limit}`)
}

/** Unsent mail, newest first. */
export function listWaitingMail(db: Queryable, now: Date, limit: number): Promise<WaitingMail[]> {
  return db.many<WaitingMail>(SQL`
    select m.id, coalesce(m.email, p.email) as email, m.subject, m.content, m.created_at, m.secret
    from mail m left join person p on p.id = m.person_id
    where m.sent_at is null and m.expires_at > ${now} order by m.id desc limit ${limit}`)
}
