import { SQL, type SQLStatement } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

/** A push service holds what it accepted; until then, an old notification is worth no more. */
const EXPIRES = '1 day'

/** What waits for one browser; more is only on the page. */
const WAITING = 20

/** Queues a notification for each browser of a person. */
export async function queuePushMessages(
  db: Queryable,
  { id, person_id, now }: { id: string; person_id: string; now: Date },
): Promise<void> {
  await db.many(SQL`
    insert into push_message (subscription_id, notification_id, attempts, next_at, expires_at)
    select s.id, ${id}::uuid, 0, ${now}::timestamptz, ${now}::timestamptz + ${EXPIRES}::interval
    from (select s.id from push_subscription s where s.person_id = ${person_id} order by s.id for key share) s
    where (select count(*) from (
      select from push_message m where m.subscription_id = s.id limit ${WAITING}) m) < ${WAITING}
    on conflict (subscription_id, notification_id) do nothing`)
}

export const hasDuePushMessages = (now: Date): SQLStatement =>
  SQL`exists (select from push_message where next_at <= ${now})`

export interface DuePushMessage {
  subscription_id: string
  notification_id: string
}

/** Due messages, longest waiting first. */
export function findDuePushMessages(db: Queryable, now: Date, limit: number): Promise<DuePushMessage[]> {
  return db.many<DuePushMessage>(SQL`
    select subscription_id, notification_id from push_message
    where next_at <= ${now} order by next_at, subscription_id, notification_id limit ${limit}`)
}

export interface ClaimedPushMessage extends DuePushMessage {
  person_id: string
  endpoint: string
  public_key: Buffer
  auth_secret: Buffer
  /** This one included. */
  attempts: number
  is_expired: boolean
}

/** Claims a due message until `until`; `undefined` if another process did. */
export function claimPushMessage(
  db: Queryable,
  { subscription_id, notification_id }: DuePushMessage,
  { now, until }: { now: Date; until: Date },
): Promise<ClaimedPushMessage | undefined> {
  return db.maybeOne<ClaimedPushMessage>(SQL`
    update push_message m set attempts = m.attempts + 1, next_at = ${until}
    from push_subscription s
    where m.subscription_id = ${subscription_id} and m.notification_id = ${notification_id} and m.next_at <= ${now}
      and s.id = m.subscription_id
    returning m.subscription_id, m.notification_id, s.person_id, s.endpoint, s.public_key, s.auth_secret, m.attempts,
      m.expires_at <= ${now} as is_expired`)
}

export async function endPushMessage(
  db: Queryable,
  { subscription_id, notification_id }: DuePushMessage,
): Promise<void> {
  await db.many(SQL`
    delete from push_message where subscription_id = ${subscription_id} and notification_id = ${notification_id}`)
}

export async function delayPushMessage(
  db: Queryable,
  { subscription_id, notification_id }: DuePushMessage,
  nextAt: Date,
): Promise<void> {
  await db.many(SQL`
    update push_message set next_at = ${nextAt}
    where subscription_id = ${subscription_id} and notification_id = ${notification_id}`)
}
