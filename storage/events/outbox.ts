import { SQL, type SQLStatement } from 'sql-template-strings'
import type { Db, Queryable } from '../db/db.ts'
import { EVENTS, partsSince } from '../partitions/partitioned-tables.ts'
import { ENQUEUE_WEBHOOKS, WEBHOOK_CHANNEL } from './enqueue-webhooks.ts'
import { storedBody } from './stored-body.ts'

/** An event for one recipient. */
export interface NewEvent {
  recipient: string
  event_id: string
  type: string
  body: object
  once?: Once | undefined
}

/** Deduplication: an event is not written if one with the same digest exists whose `until` has not passed. */
export interface Once {
  digest: string
  until: string
}

/**
 * The global position of an event; `position` stays internal, because it would reveal the activity of hidden agents.
 */
export interface EventPosition {
  position: number
  recipient: string
  seq: number
}

/** Maximum number of events per call of `sequenceOutbox`. */
export const SEQUENCE_BATCH = 1_000

export const INBOX_CHANNEL = 'inbox'

const SEQUENCER_LOCK = 7001

/** Writes events in the given order; they become visible after the commit and a run of the sequencer. */
export async function insertEvents(db: Queryable, events: readonly NewEvent[], now: Date): Promise<void> {
  if (events.length === 0) return
  await (events.some(({ once }) => once) ? insertOnce(db, events, now) : insertAll(db, events, now))
}

async function insertAll(db: Queryable, events: readonly NewEvent[], now: Date): Promise<void> {
  await db.many(insertingEvents(events, now).append(' order by ordinal'))
}

/** Rows of events without `once`; the order is not assigned yet. */
export const insertingEvents = (events: readonly NewEvent[], now: Date): SQLStatement =>
  SQL`
    insert into outbox (recipient, event_id, type, body, created_at)
    select recipient, event_id, type, body::jsonb, ${now}::timestamptz
    from unnest(${events.map(event => event.recipient)}::uuid[], ${events.map(event => event.event_id)}::uuid[],
      ${events.map(event => event.type)}::text[], ${events.map(event => storedBody(event.body))}::text[])
      with ordinality as e (recipient, event_id, type, body, ordinal)
    where true`

async function insertOnce(db: Queryable, events: readonly NewEvent[], now: Date): Promise<void> {
  await db.many(SQL`
    with event as materialized (
      select recipient, event_id, type, body::jsonb as body, nullif(digest, '')::uuid as digest,
        nullif(until, '')::timestamptz as until, ordinal
      from unnest(${events.map(event => event.recipient)}::uuid[], ${events.map(event => event.event_id)}::uuid[],
        ${events.map(event => event.type)}::text[], ${events.map(event => storedBody(event.body))}::text[],
        ${events.map(event => event.once?.digest ?? '')}::text[], ${events.map(event => event.once?.until ?? '')}::text[])
        with ordinality as e (recipient, event_id, type, body, digest, until, ordinal)
    ), first as (
      insert into event_once as o (digest, expires_at)
      select distinct digest, until from event where digest is not null order by digest
      on conflict (digest) do update set expires_at = excluded.expires_at where o.expires_at <= ${now}
      returning digest
    )
    insert into outbox (recipient, event_id, type, body, created_at)
    select recipient, event_id, type, body, ${now}::timestamptz
    from event where digest is null or digest in (select digest from first)
    order by ordinal`)
}

/** Events that cannot be sequenced, as rows that are set aside. */
export const OUTBOX_QUEUE = 'number events'

export interface Sequenced {
  /** Up to this many. */
  limit: number
  /** Ids of events to skip. */
  skipped: readonly string[]
}

/** The event that is sequenced next. */
export async function findFirstUnsequenced(db: Queryable, skipped: readonly string[]): Promise<string | undefined> {
  const row = await db.maybeOne<{ id: string }>(SQL`
    select o.id::text as id from outbox o where o.id <> all(${skipped}::bigint[]) order by o.id limit 1`)
  return row?.id
}

/**
 * Assigns sequence numbers to committed events, up to `SEQUENCE_BATCH`, and moves them to their recipients' logs;
 * returns how many. Listeners of `INBOX_CHANNEL` receive the highest position once per batch.
 *
 * Invariants: one sequencer runs at a time, under an advisory lock; numbers of a recipient have no gaps; an event
 * becomes visible only after all lower numbers.
 */
export async function sequenceOutbox(
  db: Db,
  now: Date,
  { limit, skipped }: Sequenced = { limit: SEQUENCE_BATCH, skipped: [] },
): Promise<number> {
  return await db.transaction(async tx => {
    // A separate statement: the next one must take its snapshot after the lock, or rows would be lost.
    const locked = tx.many(SQL`select pg_advisory_xact_lock(${SEQUENCER_LOCK})`)
    const moving = tx.maybeOne<{ moved: number }>(
      SQL`
      with clock as (select ${now}::timestamptz as now), taken as (
        delete from outbox where id = any(array(select id from outbox where id <> all(${skipped}::bigint[])
          order by id limit ${limit}))
        returning id, recipient, event_id, type, body, created_at
      ), head as (
        insert into inbox_head as h (recipient, last_seq)
        select recipient, count(*) from taken group by recipient order by recipient
        on conflict (recipient) do update set last_seq = h.last_seq + excluded.last_seq
        returning recipient, last_seq
      ), put as (
        insert into inbox (recipient, seq, position, event_id, type, body, created_at, sequenced_at)
        select t.recipient,
          h.last_seq - count(*) over (partition by t.recipient) + row_number() over (partition by t.recipient order by t.id),
          nextval('inbox_position'), t.event_id, t.type, t.body, t.created_at, (select now from clock)
        from taken t join head h on h.recipient = t.recipient
        order by t.id
        returning recipient, seq, position, event_id, type, created_at
      )`
        .append(ENQUEUE_WEBHOOKS)
        .append(SQL`
      select count(*)::int as moved, pg_notify(${INBOX_CHANNEL}, max(position)::text),
        (select pg_notify(${WEBHOOK_CHANNEL}, '') from woken limit 1)
      from put having count(*) > 0`),
    )
    const [, batch] = await Promise.all([locked, moving])
    return batch?.moved ?? 0
  })
}

/** Whether committed events for this recipient are not sequenced yet. */
export async function hasUnsequenced(db: Queryable, recipient: string): Promise<boolean> {
  const row = await db.maybeOne(SQL`select 1 from outbox where recipient = ${recipient} limit 1`)
  return row !== undefined
}

/**
 * The number after which everything was logged at that time or later. Binary search over the log, whose times increase
 * with its numbers (up to clock skew): reading it backwards takes 40 ms for 100,000 events. Earlier partitions are not
 * read.
 */
export async function findSeqBefore(db: Queryable, recipient: string, before: Date): Promise<number> {
  const since = partsSince(EVENTS, before.getTime())
  const { seq } = await db.one<{ seq: number }>(SQL`
    with recursive search (low, high) as (
      select 0::bigint, coalesce((select last_seq from inbox_head where recipient = ${recipient}), 0)
      union all
      select coalesce(older.seq, s.low), case when older.seq is null then m.middle - 1 else s.high end
      from search s
      cross join lateral (select (s.low + s.high + 1) / 2 as middle) m
      left join lateral (
        select e.seq from (
          select seq, sequenced_at from inbox
          where recipient = ${recipient} and seq >= m.middle and sequenced_at >= ${since} order by seq limit 1) e
        where e.sequenced_at < ${before}
      ) older on true
      where s.low < s.high
    )
    select case when low > 0 then low else coalesce(
      (select seq - 1 from inbox where recipient = ${recipient} and sequenced_at >= ${since} order by seq limit 1),
      (select last_seq from inbox_head where recipient = ${recipient}), 0) end as seq
    from search where low >= high`)
  return seq
}

/** The highest sequence number of a recipient; 0 before the first event. */
export async function lastSeq(db: Queryable, recipient: string): Promise<number> {
  const row = await db.maybeOne<{ last_seq: number }>(
    SQL`select last_seq from inbox_head where recipient = ${recipient}`,
  )
  return row?.last_seq ?? 0
}

/** Recipients with events after it, none of which was before `since`, in ms since 1970. */
export async function findPositionsAfter(
  db: Queryable,
  position: number,
  since: number,
  limit: number,
): Promise<EventPosition[]> {
  return await db.many<EventPosition>(SQL`
    select position, recipient, seq from inbox
    where position > ${position} and sequenced_at >= ${partsSince(EVENTS, since)} order by position limit ${limit}`)
}

/** The highest committed position; 0 in an empty log. */
export async function findLastPosition(db: Queryable): Promise<number> {
  const row = await db.maybeOne<{ position: number }>(SQL`select position from inbox order by position desc limit 1`)
  return row?.position ?? 0
}
