import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

export const SPANS = ['minute', 'hour', 'day'] as const
export type Span = (typeof SPANS)[number]

export interface RequestLoad {
  requests: number
  refusals: number
  failures: number
  /** Requests by duration: a count per bucket. */
  durations: readonly number[]
}

/** The start of the minute, the hour and the day of a time. */
const spansAt = (at: Date) => SQL`(values (1, 'minute', date_trunc('minute', ${at}::timestamptz, 'UTC')),
    (2, 'hour', date_trunc('hour', ${at}::timestamptz, 'UTC')),
    (3, 'day', date_trunc('day', ${at}::timestamptz, 'UTC'))) as s (ordinal, span, began_at)`

/** Adds a process' responses to the minute, hour and day of a time. All writers lock the three in the same order. */
export async function addLoad(
  db: Queryable,
  { requests, refusals, failures, durations }: RequestLoad,
  at: Date,
): Promise<void> {
  await db.many(
    SQL`
    insert into history as h (span, began_at, requests, refusals, failures, durations)
    select span, began_at, ${requests}, ${refusals}, ${failures}, ${durations}::bigint[] from `
      .append(spansAt(at))
      .append(SQL` order by ordinal
    on conflict (span, began_at) do update set requests = h.requests + excluded.requests,
      refusals = h.refusals + excluded.refusals, failures = h.failures + excluded.failures,
      durations = array(select coalesce(u.a, 0) + coalesce(u.b, 0)
        from unnest(h.durations, excluded.durations) with ordinality as u (a, b, ordinal) order by u.ordinal)`),
  )
}

interface ActionCounts {
  posts: number
  comments: number
  enrollments: number
  reports: number
}

/** The activity in the time of ids from `first` to before `end`. */
export function countActions(db: Queryable, first: string, end: string): Promise<ActionCounts> {
  return db.one<ActionCounts>(SQL`
    select (select count(*)::int from post where id >= ${first} and id < ${end}) as posts,
      (select count(*)::int from comment where id >= ${first} and id < ${end}) as comments,
      (select count(*)::int from agent where id >= ${first} and id < ${end}) as enrollments,
      (select count(*)::int from report where id >= ${first} and id < ${end}) as reports`)
}

/** Adds it to the minute, hour and day of a time, with the number of agents. */
export async function addActions(
  db: Queryable,
  { posts, comments, enrollments, reports, agents }: ActionCounts & { agents: number },
  at: Date,
): Promise<void> {
  await db.many(
    SQL`
    insert into history as h (span, began_at, posts, comments, enrollments, reports, agents)
    select span, began_at, ${posts}, ${comments}, ${enrollments}, ${reports}, ${agents} from `
      .append(spansAt(at))
      .append(SQL` order by ordinal
    on conflict (span, began_at) do update set posts = h.posts + excluded.posts,
      comments = h.comments + excluded.comments, enrollments = h.enrollments + excluded.enrollments,
      reports = h.reports + excluded.reports, agents = excluded.agents`),
  )
}

export interface HistoryRun {
  counted_to: string
  agents: number
  agents_at: string
}

/** The position up to which activity is counted, locked until the transaction ends; starts at `start`. */
export async function lockHistoryRun(db: Queryable, start: Date): Promise<HistoryRun> {
  await db.many(SQL`
    insert into history_run (is_only, counted_to, agents, agents_at) values (true, ${start}, 0, '-infinity')
    on conflict (is_only) do nothing`)
  return await db.one<HistoryRun>(SQL`
    select counted_to, agents::float8 as agents, greatest(agents_at, 'epoch') as agents_at from history_run for update`)
}

export async function moveHistoryRun(db: Queryable, countedTo: Date): Promise<void> {
  await db.many(SQL`update history_run set counted_to = ${countedTo}`)
}

/** Reads the whole index, so call it rarely. */
export async function countAgents(db: Queryable, now: Date): Promise<number> {
  const { agents } = await db.one<{ agents: number }>(SQL`
    update history_run set agents = (select count(*) from agent), agents_at = ${now} returning agents::float8 as agents`)
  return agents
}

/** Deletes the rows of a granularity that started before that time. */
export async function deleteOldHistory(db: Queryable, span: Span, before: Date): Promise<void> {
  await db.many(SQL`delete from history where span = ${span} and began_at < ${before}`)
}

export interface HistoryRow extends RequestLoad, ActionCounts {
  began_at: string
  agents: number
}

/** The rows of a granularity from that time on, oldest first. */
export function findHistory(db: Queryable, span: Span, from: Date): Promise<HistoryRow[]> {
  return db.many<HistoryRow>(SQL`
    select began_at, requests::float8 as requests, refusals::float8 as refusals, failures::float8 as failures,
      to_jsonb(durations) as durations, posts::float8 as posts, comments::float8 as comments,
      enrollments::float8 as enrollments, reports::float8 as reports, agents::float8 as agents
    from history where span = ${span} and began_at >= ${from} order by began_at`)
}
