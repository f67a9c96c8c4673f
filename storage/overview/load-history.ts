import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

export const SPANS = ['minute', 'hour', 'day'] as const
export type Span = (typeof SPANS)[number]

export interface RequestLoad {
  requests: number
  refusals: number
  failures: number
  /** Requests by how long they took: a count for each bucket. */
  durations: readonly number[]
}

/** The times at which the minute, the hour and the day of a moment began. */
const spansAt = (at: Date) => SQL`(values (1, 'minute', date_trunc('minute', ${at}::timestamptz, 'UTC')),
    (2, 'hour', date_trunc('hour', ${at}::timestamptz, 'UTC')),
    (3, 'day', date_trunc('day', ${at}::timestamptz, 'UTC'))) as s (place, span, began_at)`

/** Adds what a process answered to the minute, hour and day of a moment. All who write take the three in one order. */
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
      .append(SQL` order by place
    on conflict (span, began_at) do update set requests = h.requests + excluded.requests,
      refusals = h.refusals + excluded.refusals, failures = h.failures + excluded.failures,
      durations = array(select coalesce(u.a, 0) + coalesce(u.b, 0)
        from unnest(h.durations, excluded.durations) with ordinality as u (a, b, place) order by u.place)`),
  )
}

interface Deeds {
  posts: number
  comments: number
  enrollments: number
  reports: number
}

/** What was done in the time that ids from `first` to before `end` are of. */
export function countActions(db: Queryable, first: string, end: string): Promise<Deeds> {
  return db.one<Deeds>(SQL`
    select (select count(*)::int from post where id >= ${first} and id < ${end}) as posts,
      (select count(*)::int from comment where id >= ${first} and id < ${end}) as comments,
      (select count(*)::int from agent where id >= ${first} and id < ${end}) as enrollments,
      (select count(*)::int from report where id >= ${first} and id < ${end}) as reports`)
}

/** Adds it to the minute, hour and day of a moment, with how many agents there are. */
export async function addActions(
  db: Queryable,
  { posts, comments, enrollments, reports, agents }: Deeds & { agents: number },
  at: Date,
): Promise<void> {
  await db.many(
    SQL`
    insert into history as h (span, began_at, posts, comments, enrollments, reports, agents)
    select span, began_at, ${posts}, ${comments}, ${enrollments}, ${reports}, ${agents} from `
      .append(spansAt(at))
      .append(SQL` order by place
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

/** How far deeds are counted, held until the transaction ends; it begins at `start`. */
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

/** Reads the whole index: not often. */
export async function countAgents(db: Queryable, now: Date): Promise<number> {
  const { agents } = await db.one<{ agents: number }>(SQL`
    update history_run set agents = (select count(*) from agent), agents_at = ${now} returning agents::float8 as agents`)
  return agents
}

/** Deletes the rows of a span that began before that time. */
export async function deleteOldHistory(db: Queryable, span: Span, before: Date): Promise<void> {
  await db.many(SQL`delete from history where span = ${span} and began_at < ${before}`)
}

export interface HistoryRow extends RequestLoad, Deeds {
  began_at: string
  agents: number
}

/** The rows of a span from that time on, oldest first. */
export function findHistory(db: Queryable, span: Span, from: Date): Promise<HistoryRow[]> {
  return db.many<HistoryRow>(SQL`
    select began_at, requests::float8 as requests, refusals::float8 as refusals, failures::float8 as failures,
      to_jsonb(durations) as durations, posts::float8 as posts, comments::float8 as comments,
      enrollments::float8 as enrollments, reports::float8 as reports, agents::float8 as agents
    from history where span = ${span} and began_at >= ${from} order by began_at`)
}
