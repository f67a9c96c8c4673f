import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import type { NotificationTopic } from './notification-rows.ts'

export type Delivery = 'off' | 'in_app' | 'daily' | 'at_once'

export interface TopicDelivery {
  topic: NotificationTopic
  delivery: Delivery
  /** `null`: not chosen; when written, left as it is. */
  is_pushed: boolean | null
}

/** What a person chose; the other topics have their defaults. */
export function findTopicDeliveries(db: Queryable, personId: string): Promise<TopicDelivery[]> {
  return db.many<TopicDelivery>(SQL`
    select topic, delivery, is_pushed from person_notification_setting where person_id = ${personId}`)
}

/** Does nothing for a person who does not exist. */
export async function putTopicDeliveries(
  db: Queryable,
  personId: string,
  rows: readonly TopicDelivery[],
): Promise<void> {
  await db.many(SQL`
    insert into person_notification_setting as s (person_id, topic, delivery, is_pushed)
    select p.id, t.topic, t.delivery, t.is_pushed::boolean
    from (select id from person where id = ${personId} for key share) p
    cross join unnest(${rows.map(({ topic }) => topic)}::text[], ${rows.map(({ delivery }) => delivery)}::text[],
      ${rows.map(({ is_pushed }) => is_pushed?.toString() ?? null)}::text[]) as t (topic, delivery, is_pushed)
    order by t.topic
    on conflict (person_id, topic) do update set delivery = excluded.delivery,
      is_pushed = coalesce(excluded.is_pushed, s.is_pushed)`)
  const unmailed = rows.filter(({ delivery }) => delivery === 'off' || delivery === 'in_app').map(({ topic }) => topic)
  await db.many(SQL`
    with held as materialized (
      select n.kind, n.subject_id, n.actor_id from person_notification n
      where n.person_id = ${personId} and n.topic = any(${unmailed}::text[]) and n.mail in ('due', 'digest')
      order by n.kind, n.subject_id, n.actor_id for no key update
    )
    update person_notification n set mail = null from held h
    where n.person_id = ${personId} and n.kind = h.kind and n.subject_id = h.subject_id and n.actor_id = h.actor_id`)
}
