import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import { EVENTS, partsSince } from '../partitions/partitioned-tables.ts'
import { OVERLAPPING_RANGES } from './event-progress.ts'

/** What an agent that was notified of a text lets its author know. */
export interface SharedDeliveryRow {
  /** Of the message, post or comment. */
  text_id: string
  handle: string
  shares: 'none' | 'delivered' | 'all'
  is_delivered: boolean
  delivered_at: string | null
  is_acknowledged: boolean
  acknowledged_at: string | null
  handled_kind: string | null
  handled_note: string | null
  handled_at: string | null
}

/** When a range of the log of `i` that has its event was recorded. */
const reachedAt = (isAcknowledged: boolean) => `(
  select r.reached_at from (
    select p.reached_at, p.after_seq from event_progress p
    where p.agent_id = i.recipient and p.is_acknowledged = ${isAcknowledged} and p.up_to_seq >= i.seq
    order by p.up_to_seq limit ${OVERLAPPING_RANGES}) r
  where r.after_seq < i.seq order by r.reached_at limit 1)`

/**
 * Of texts by this author, a row for each agent that was notified and that it may still know. `madeSince`: when the oldest
 * text was written. `eventIdsOf`: the ids that the events of a text can have. A text without a row notified nobody, or its
 * events have not been sequenced yet, or are no longer stored.
 */
export async function findSharedDeliveries(
  db: Queryable,
  author: string,
  textIds: readonly string[],
  madeSince: number,
  eventIdsOf: (textId: string) => string[],
): Promise<SharedDeliveryRow[]> {
  if (textIds.length === 0) return []
  const events = textIds.flatMap(text_id => eventIdsOf(text_id).map(event_id => ({ text_id, event_id })))
  return await db.many<SharedDeliveryRow>(
    SQL`
    select distinct on (k.text_id, a.handle) k.text_id, a.handle, s.shares,
      coalesce(coalesce(d.delivered_at, d.acknowledged_at) is not null or d.is_acknowledged, false) as is_delivered,
      least(d.delivered_at, d.acknowledged_at) as delivered_at, d.is_acknowledged, d.acknowledged_at, h.kind as handled_kind,
      h.note as handled_note, h.answered_at as handled_at
    from unnest(${events.map(one => one.text_id)}::uuid[], ${events.map(one => one.event_id)}::uuid[])
      k (text_id, event_id)
    cross join lateral (
      select i.recipient, i.seq, i.event_id, i.type, i.body from inbox i
      where i.event_id = k.event_id and i.sequenced_at >= ${partsSince(EVENTS, madeSince)}
        and i.type in ('agent.message.received', 'agent.mentioned', 'post.comment.created')
        and i.body #>> '{actor,agent_id}' = ${author}
      limit 1) i
    cross join lateral (
      select v.handle from agents_visible_to(${author}) v where v.id = i.recipient limit 1) a
    cross join lateral (select shared_delivery(${author}, i.recipient) as shares offset 0) s
    left join lateral (
      select coalesce((select h.up_to_seq >= i.seq from heartbeat_ack h where h.agent_id = i.recipient), false)
          as is_acknowledged, `
      .append(reachedAt(false))
      .append(` as delivered_at, ${reachedAt(true)} as acknowledged_at`)
      .append(SQL` where s.shares <> 'none') d on true
    left join lateral (
      select r.* from event_responses_of(i.recipient, i.event_id, i.type, i.body) r where s.shares = 'all') h on true
    order by k.text_id, a.handle, h.kind is null, i.seq`),
  )
}
