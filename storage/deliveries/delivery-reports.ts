import { SQL, type SQLStatement } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import { EVENTS, partsSince } from '../partitions/partitioned-tables.ts'

/** Ranges that one run reports, and events of one range that it looks at: the newest. */
const RANGES = 200
const EVENTS_OF_RANGE = 1_000

/** What became of messages of one agent to another. */
export interface DeliveryReport {
  sender_id: string
  recipient_id: string
  recipient_handle: string
  is_acknowledged: boolean
  /** Oldest first, up to `limit`: the newest. */
  message_ids: string[]
  message_count: number
}

export const hasUnreportedProgress = (): SQLStatement =>
  SQL`exists (select from event_progress where unreported_after is not null)`

/** Takes ranges that were not reported; all their messages of one sender are one report. */
export async function takeDeliveryReports(
  db: Queryable,
  limit: number,
  now: Date,
): Promise<{ reports: DeliveryReport[]; more: boolean }> {
  const taken = await db.many<{ agent_id: string; is_acknowledged: boolean; up_to_seq: number; after_seq: number }>(SQL`
    with held as materialized (
      select p.agent_id, p.is_acknowledged, p.up_to_seq, p.unreported_after from event_progress p
      where p.unreported_after is not null order by p.reached_at limit ${RANGES} for update skip locked
    ), marked as (
      update event_progress p set unreported_after = null from held h
      where p.agent_id = h.agent_id and p.is_acknowledged = h.is_acknowledged and p.up_to_seq = h.up_to_seq
    )
    select agent_id, is_acknowledged, up_to_seq, unreported_after as after_seq from held`)
  const reports = await db.many<DeliveryReport>(SQL`
    select s.agent_id as sender_id, r.agent_id as recipient_id, a.handle as recipient_handle,
      r.acknowledged = 1 as is_acknowledged,
      (array_agg(e.message_id order by e.seq desc))[1:${limit}::int] as message_ids, count(*)::int as message_count
    from unnest(${taken.map(range => range.agent_id)}::uuid[], ${taken.map(range => Number(range.is_acknowledged))}::int[],
      ${taken.map(range => range.after_seq)}::bigint[], ${taken.map(range => range.up_to_seq)}::bigint[])
      as r (agent_id, acknowledged, after_seq, up_to_seq)
    cross join lateral (
      select i.seq, (i.body #>> '{actor,agent_id}')::uuid as sender_id, (i.body #>> '{subject,message_id}')::uuid as message_id
      from inbox i
      where i.recipient = r.agent_id and i.seq > greatest(r.after_seq, r.up_to_seq - ${EVENTS_OF_RANGE})
        and i.seq <= r.up_to_seq and i.sequenced_at >= ${partsSince(EVENTS, now.getTime() - EVENTS.retainedMs)}
        and i.type = 'agent.message.received'
      offset 0) e
    join sharing_setting s on s.agent_id = e.sender_id and s.delivery_events
    join agent a on a.id = r.agent_id
    where shared_delivery(s.agent_id, r.agent_id) = any(
      case when r.acknowledged = 1 then array['all'] else array['delivered', 'all'] end)
    group by s.agent_id, r.agent_id, a.handle, r.acknowledged
    order by s.agent_id, r.agent_id, r.acknowledged`)
  for (const report of reports) report.message_ids.reverse()
  return { reports, more: taken.length === RANGES }
}

/** Those of the senders that want to hear of what this agent handled, and may. */
export async function findReportedSenders(
  db: Queryable,
  recipientId: string,
  senderIds: readonly string[],
): Promise<string[]> {
  const rows = await db.many<{ agent_id: string }>(SQL`
    select d.agent_id from sharing_setting d
    where d.agent_id = any(${senderIds}::uuid[]) and d.delivery_events
      and shared_delivery(d.agent_id, ${recipientId}) = 'all'`)
  return rows.map(({ agent_id }) => agent_id)
}
