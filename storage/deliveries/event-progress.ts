import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import { RETENTION } from '../jobs/retention-periods.ts'

/** Events of an agent's log after one number up to another, which it fetched or acknowledged. */
export interface EventRange {
  agent_id: string
  after_seq: number
  up_to_seq: number
}

/** Ranges that end after an event without having it: those of polls that skipped it. More are not looked at. */
export const OVERLAPPING_RANGES = 20

export interface ProgressKind {
  is_acknowledged: boolean
  now: Date
}

/**
 * Records ranges, without what was recorded before. A range that continues one of the same minute is joined with it:
 * times are exact to a minute, and an agent has at most one row for each.
 */
export async function insertProgress(
  db: Queryable,
  ranges: readonly EventRange[],
  { is_acknowledged, now }: ProgressKind,
): Promise<void> {
  await db.many(SQL`
    with range as materialized (
      select r.agent_id, r.up_to_seq, l.reached_at, l.unreported_after as last_unreported, l.after_seq as last_after,
        l.up_to_seq as last_up_to,
        case when l.after_seq <= r.after_seq then greatest(r.after_seq, l.up_to_seq) else r.after_seq end as after_seq
      from (
        select agent_id, min(after_seq) as after_seq, up_to_seq
        from unnest(${ranges.map(range => range.agent_id)}::uuid[], ${ranges.map(range => range.after_seq)}::bigint[],
          ${ranges.map(range => range.up_to_seq)}::bigint[]) as u (agent_id, after_seq, up_to_seq)
        group by agent_id, up_to_seq) r
      left join lateral (
        select p.* from event_progress p where p.agent_id = r.agent_id and p.is_acknowledged = ${is_acknowledged}
        order by p.up_to_seq desc limit 1) l on true
    ), fresh as materialized (
      select r.*, coalesce(r.last_up_to = r.after_seq and r.reached_at >= date_trunc('minute', ${now}::timestamptz), false)
        as is_joined
      from range r
      where r.up_to_seq > r.after_seq and (
        select true from (
          select p.after_seq from event_progress p
          where p.agent_id = r.agent_id and p.is_acknowledged = ${is_acknowledged} and p.up_to_seq >= r.up_to_seq
          order by p.up_to_seq limit ${OVERLAPPING_RANGES}) p
        where p.after_seq <= r.after_seq limit 1) is null
    ), joined as (
      delete from event_progress p using fresh f where f.is_joined and p.agent_id = f.agent_id
        and p.is_acknowledged = ${is_acknowledged} and p.up_to_seq = f.last_up_to
    )
    insert into event_progress as p (agent_id, is_acknowledged, up_to_seq, after_seq, reached_at, unreported_after, expires_at)
    select f.agent_id, ${is_acknowledged}, f.up_to_seq, case when f.is_joined then f.last_after else f.after_seq end, ${now},
      case when (select true from sharing_setting d where d.delivery_events limit 1) is not null
        then coalesce(case when f.is_joined then f.last_unreported end, f.after_seq) end,
      ${new Date(now.getTime() + RETENTION.delivery.ms)}
    from fresh f order by f.agent_id, f.up_to_seq
    on conflict (agent_id, is_acknowledged, up_to_seq) do update set after_seq = least(p.after_seq, excluded.after_seq)`)
}
