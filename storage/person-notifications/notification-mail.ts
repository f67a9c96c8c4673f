import { SQL, type SQLStatement } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import type { NotificationTopic } from './notification-rows.ts'

export interface DueNotification {
  id: string
  person_id: string
  topic: NotificationTopic
}

/** Notifications whose mail is not decided yet, oldest first. */
export function findDueNotifications(db: Queryable, limit: number): Promise<DueNotification[]> {
  return db.many<DueNotification>(SQL`
    select id, person_id, topic from person_notification where mail = 'due' order by id limit ${limit}`)
}

export const hasDueNotifications = (): SQLStatement => SQL`exists (select from person_notification where mail = 'due')`

/** Decides about a notification once; `false` if another process did, or if it was read meanwhile. */
export async function decideMail(db: Queryable, { id, person_id }: DueNotification, mail: 'digest' | 'sent' | null) {
  const row = await db.maybeOne(SQL`
    update person_notification set mail = ${mail} where person_id = ${person_id} and id = ${id} and mail = 'due'
    returning id`)
  return row !== undefined
}

/** People with notifications for a digest from before then, who have no mail about it: later ones wait for the next. */
export function findDigestReaders(
  db: Queryable,
  { before, about }: { before: Date; about: string },
  limit: number,
): Promise<{ person_id: string }[]> {
  return db.many(SQL`
    select n.person_id from person_notification n where n.mail = 'digest' and n.created_at <= ${before}
      and not exists (select from mail m where m.about = ${about} and m.person_id = n.person_id)
    group by n.person_id order by min(n.created_at) limit ${limit}`)
}

/** Marks what is waiting for a person's digest as mailed. */
export async function takeDigest(db: Queryable, personId: string): Promise<void> {
  await db.many(SQL`
    with held as materialized (
      select n.kind, n.subject_id, n.actor_id from person_notification n
      where n.person_id = ${personId} and n.mail = 'digest'
      order by n.kind, n.subject_id, n.actor_id for no key update
    )
    update person_notification n set mail = null from held h
    where n.person_id = ${personId} and n.kind = h.kind and n.subject_id = h.subject_id and n.actor_id = h.actor_id`)
}
