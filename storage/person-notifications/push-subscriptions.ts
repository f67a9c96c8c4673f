import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

export interface NewPushSubscription {
  id: string
  person_id: string
  session_id: string
  endpoint: string
  public_key: Buffer
  auth_secret: Buffer
  browser: string
  created_at: Date
}

/**
 * Stores the subscription of a browser and returns its id. A browser has one, which belongs to the last person that
 * requested it; a person has the newest `limit`.
 */
export async function putPushSubscription(db: Queryable, made: NewPushSubscription, limit: number): Promise<string> {
  const { id } = await db.one<{ id: string }>(SQL`
    insert into push_subscription as s
      (id, person_id, session_id, endpoint, public_key, auth_secret, browser, created_at)
    values (${made.id}, ${made.person_id}, ${made.session_id}, ${made.endpoint}, ${made.public_key},
      ${made.auth_secret}, ${made.browser}, ${made.created_at})
    on conflict on constraint push_subscription_endpoint do update set person_id = excluded.person_id,
      session_id = excluded.session_id, public_key = excluded.public_key, auth_secret = excluded.auth_secret,
      browser = excluded.browser, created_at = excluded.created_at
    returning s.id`)
  await db.many(SQL`delete from push_message where subscription_id = ${id}`)
  await db.many(SQL`
    delete from push_subscription where id in (
      select id from push_subscription where person_id = ${made.person_id}
      order by created_at desc, id desc offset ${limit})`)
  return id
}

export interface PushSubscriptionRow {
  id: string
  endpoint: string
  browser: string
  created_at: string
}

/** Those of a person, newest first. */
export function listPushSubscriptions(db: Queryable, personId: string): Promise<PushSubscriptionRow[]> {
  return db.many<PushSubscriptionRow>(SQL`
    select id, endpoint, browser, created_at from push_subscription
    where person_id = ${personId} order by created_at desc, id desc`)
}

/** `false` if the person has no such subscription. */
export async function deletePushSubscription(db: Queryable, personId: string, id: string): Promise<boolean> {
  const row = await db.maybeOne(SQL`
    delete from push_subscription where id = ${id} and person_id = ${personId} returning id`)
  return row !== undefined
}

/** One that its push service no longer knows. */
export async function dropPushSubscription(db: Queryable, id: string): Promise<void> {
  await db.many(SQL`delete from push_subscription where id = ${id}`)
}
