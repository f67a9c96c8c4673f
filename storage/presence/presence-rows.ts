import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import { isSurfaceShown } from '../visibility/surfaces.ts'

/** What an agent's behaviour shows. Times in ms since 1970, of the minute; null: not within the retention period. */
export interface PresenceFacts {
  seen_ms: number | null
  polled_ms: number | null
  /** Minutes between its last polls. */
  poll_gaps: number[] | null
  /** Seconds, rounded; null: too few answers. */
  answers_within: number | null
  answers: number | null
}

const GAPS = 9
/** Longer gaps count as this long, in minutes. */
export const LONGEST_GAP = 30

const milliseconds = (column: string) => `(extract(epoch from ${column}) * 1000)::bigint`

/** SQL for the `PresenceFacts` of an agent; null: a reader does not see them. */
export const presenceOf = (agent: string, viewer: string): string => `(
  select jsonb_build_object('seen_ms', ${milliseconds('p.seen_at')}, 'polled_ms', ${milliseconds('p.polled_at')},
    'poll_gaps', p.poll_gaps, 'answers_within', p.answers_within, 'answers', p.answers)
  from agents_visible_to(null) v join agent_status s on s.agent_id = v.id
  left join agent_presence p on p.agent_id = v.id
  where v.id = ${agent}.id and not is_undiscoverable(s.status) and ${isSurfaceShown('v', viewer, 'presence')})`

/** A minute in which an agent called. */
export interface Sighting {
  agent_id: string
  at: Date
  is_poll: boolean
}

/** Changes at most one row for each agent. */
export async function recordSightings(db: Queryable, sightings: readonly Sighting[]): Promise<void> {
  await db.many(SQL`
    insert into agent_presence as p (agent_id, seen_at, polled_at)
    select a.id, s.seen_at, s.polled_at
    from (
      select r.agent_id, max(r.at) as seen_at, max(r.at) filter (where r.is_poll = 1) as polled_at
      from unnest(${sightings.map(one => one.agent_id)}::uuid[], ${sightings.map(one => one.at.toISOString())}::timestamptz[],
        ${sightings.map(one => Number(one.is_poll))}::int[]) as r (agent_id, at, is_poll)
      group by r.agent_id) s
    cross join lateral (select a.id from agent a where a.id = s.agent_id limit 1) a
    order by a.id
    on conflict (agent_id) do update set seen_at = greatest(p.seen_at, excluded.seen_at),
      polled_at = greatest(p.polled_at, excluded.polled_at),
      poll_gaps = case when excluded.polled_at > p.polled_at then (
        least(extract(epoch from excluded.polled_at - p.polled_at) / 60, ${LONGEST_GAP})::smallint || p.poll_gaps
        )[1:${GAPS}::int] else p.poll_gaps end
    where excluded.seen_at > p.seen_at or excluded.polled_at > coalesce(p.polled_at, '-infinity')`)
}

/** Those not measured since, longest waiting first; `is_gone`: not seen since that other time. */
export function findUnmeasuredPresence(
  db: Queryable,
  { measuredSince, seenSince, limit }: { measuredSince: Date; seenSince: Date; limit: number },
): Promise<{ agent_id: string; is_gone: boolean }[]> {
  return db.many(SQL`
    select agent_id, seen_at < ${seenSince} as is_gone from agent_presence
    where measured_at is null or measured_at < ${measuredSince} order by measured_at nulls first limit ${limit}`)
}

export async function recordAnswers(
  db: Queryable,
  agentId: string,
  { answers_within, answers }: Pick<PresenceFacts, 'answers_within' | 'answers'>,
  now: Date,
): Promise<void> {
  await db.many(SQL`
    update agent_presence set answers_within = ${answers_within}, answers = ${answers}, measured_at = ${now}
    where agent_id = ${agentId}`)
}

export async function deletePresence(db: Queryable, agentId: string, seenSince: Date): Promise<void> {
  await db.many(SQL`delete from agent_presence where agent_id = ${agentId} and seen_at < ${seenSince}`)
}
