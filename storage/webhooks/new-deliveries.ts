import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import { WEBHOOK_CHANNEL } from '../events/enqueue-webhooks.ts'

/** A delivery without a logged event: a ping, or a post in a space. */
export async function insertDelivery(
  db: Queryable,
  { webhook_id, event_id, event_type }: { webhook_id: string; event_id: string; event_type: string },
  now: Date,
): Promise<void> {
  await db.many(SQL`
    insert into webhook_delivery (webhook_id, event_id, event_type, created_at, due_at)
    values (${webhook_id}, ${event_id}, ${event_type}, ${now}, ${now})`)
  await markDue(db, [webhook_id], now)
}

/** Sends it again, starting with the first attempt; `undefined` if there is no such delivery. */
export async function insertReplay(db: Queryable, webhookId: string, eventId: string, now: Date) {
  const row = await db.maybeOne<{ event_type: string }>(SQL`
    update webhook_delivery set due_at = ${now}, attempts = 0, attempted_at = null, status_code = null,
      former_attempted_at = null, former_status_code = null, delivered_at = null
    where webhook_id = ${webhookId} and event_id = ${eventId} returning event_type`)
  if (row) await markDue(db, [webhookId], now)
  return row
}

/**
 * Sends logged events again that the webhook is subscribed to, after number `after`, up to `limit`; waiting ones stay.
 * Returns how many, how many were examined, and when the last of those was logged.
 */
export async function replayLog(
  db: Queryable,
  { id, agent_id }: { id: string; agent_id: string },
  after: number,
  limit: number,
  now: Date,
): Promise<{ queued: number; seen: number; last_at: string | null }> {
  const done = await db.one<{ queued: number; seen: number; last_at: string | null }>(SQL`
    with page as materialized (
      select seq, event_id, type, created_at, sequenced_at from inbox
      where recipient = ${agent_id} and seq > ${after} order by seq limit ${limit}
    ), queued as (
      insert into webhook_delivery as d (webhook_id, event_id, seq, event_type, created_at, due_at)
      select w.id, p.event_id, p.seq, p.type, p.created_at, ${now}::timestamptz
      from page p join webhook w on w.id = ${id} and webhook_wants(w.events, p.type) order by p.seq
      on conflict (webhook_id, event_id) do update
      set due_at = excluded.due_at, attempts = 0, attempted_at = null, status_code = null,
      former_attempted_at = null, former_status_code = null, delivered_at = null
      where d.due_at is null
      returning 1
    )
    select (select count(*)::int from queued) as queued, (select count(*)::int from page) as seen,
      (select max(sequenced_at) from page) as last_at`)
  if (done.queued > 0) await markDue(db, [id], now)
  return done
}

async function markDue(db: Queryable, ids: readonly string[], now: Date): Promise<void> {
  await db.many(SQL`
    with due as (
      update webhook_sending set due_at = least(due_at, ${now}) where webhook_id = any(${ids}::uuid[]) returning 1
    )
    select pg_notify(${WEBHOOK_CHANNEL}, '') from due limit 1`)
}
