import { SQL, type SQLStatement } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import { READ_THROUGH_COLUMN } from './message-threads.ts'

const OLDEST = '00000000-0000-0000-0000-000000000000'

/** The position up to which an agent has read, although its messages are not all marked yet; below all ids for most. */
export const readThrough = (viewer: string): SQLStatement => SQL`
  coalesce((select r.read_through from message_read_through r where r.agent_id = ${viewer}), ${OLDEST})`

/** The same for the agent of an expression. */
export const messagesReadThrough = (agent: string): string =>
  `coalesce((select t.read_through from message_read_through t where t.agent_id = ${agent}), '${OLDEST}')`

/** Marks a batch of what one agent has read; locked rows are left for the next run. */
export async function markReadMessages(db: Queryable): Promise<{ more: boolean }> {
  const { held } = await db.one<{ held: number }>(SQL`
    with held as materialized (
      select r.agent_id, r.read_through from message_read_through r order by r.agent_id limit 1 for update skip locked
    ), slice as materialized (
      select u.id from held cross join lateral (
        select m.id from message m where m.unread_by = held.agent_id and m.id <= held.read_through
        limit ${READ_THROUGH_COLUMN} for no key update skip locked) u
    ), marked as (
      update message m set unread_by = null where m.id = any(array(select id from slice))
    ), finished as (
      delete from message_read_through r using held where r.agent_id = held.agent_id and not exists (
        select from message m where m.unread_by = held.agent_id and m.id <= held.read_through)
    )
    select count(*)::int as held from held`)
  return { more: held > 0 }
}
