import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

const BATCH = 1_000

/**
 * Deletes up to one batch of the messages below an id, oldest first, and subtracts their bytes from the storage of
 * their authors. Locked rows are left for the next run.
 */
export async function deleteMessagesBelow(db: Queryable, id: string): Promise<{ more: boolean }> {
  const { deleted } = await db.one<{ deleted: number }>(SQL`
    with old as materialized (
      select m.id from message m where m.id < ${id} order by m.id limit ${BATCH} for update skip locked
    ), gone as (
      delete from message where id = any(array(select id from old))
      returning conversation_id, by_partner, octet_length(content)
        + coalesce((select q.bytes from question q where q.message_id = message.id), 0) as bytes
    ), freed as materialized (
      select a.agent_id, sum(g.bytes) as bytes from gone g
      cross join lateral (
        select case when g.by_partner then c.partner_id else c.agent_id end as agent_id
        from conversation c where c.id = g.conversation_id limit 1) a
      where a.agent_id is not null group by a.agent_id
    ), held as materialized (
      select w.agent_id from agent_writing w where w.agent_id = any(array(select agent_id from freed))
      order by w.agent_id for no key update
    ), returned as (
      update agent_writing w set bytes = greatest(0, w.bytes - f.bytes)
      from held h join freed f on f.agent_id = h.agent_id where w.agent_id = h.agent_id
    )
    select count(*)::int as deleted from gone`)
  return { more: deleted === BATCH }
}
