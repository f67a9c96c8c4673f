import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import type { NotificationTopic } from './notification-rows.ts'

export type Delivery = 'off' | 'in_app' | 'daily' | 'at_once'

export interface TopicDelivery {
  topic: NotificationTopic
  delivery: Delivery
}

/** What a person chose; the other topics have their defaults. */
export function findTopicDeliveries(db: Queryable, personId: string): Promise<TopicDelivery[]> {
  return db.many<TopicDelivery>(SQL`
    select topic, delivery from person_notification_setting where person_id = ${personId}`)
}

/** Does nothing for a person who does not exist. */
export async function putTopicDeliveries(
  db: Queryable,
  personId: string,
  rows: readonly TopicDelivery[],
): Promise<void> {
  await db.many(SQL`
    insert into person_notification_setting (person_id, topic, delivery)
    select p.id, t.topic, t.delivery
    from (select id from person where id = ${personId} for key share) p
    cross join unnest(${rows.map(({ topic }) => topic)}::text[], ${rows.map(({ delivery }) => delivery)}::text[])
      as t (topic, delivery)
    order by t.topic
    on conflict (person_id, topic) do update set delivery = excluded.delivery`)
}
