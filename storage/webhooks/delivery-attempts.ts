import { SQL } from 'sql-template-strings'
import type { BatchStatement } from '../db/batch.ts'
import type { Queryable } from '../db/db.ts'
import { type Columns, rowsOf, valuesOf, withFixedText } from '../db/row-values.ts'
import { eventOf, type LoggedEvent, VISIBLE_EVENTS, type VisibleEventRow } from '../events/visible-events.ts'

/** The outcome of an attempt. */
export interface DeliveryAttempt {
  webhook_id: string
  event_id: string
  /** Attempts before this one: if there are more by now, another process was faster, and nothing is recorded. */
  attempts: number
  attempted_at: string
  /** 0: no response. */
  status_code: number
  delivered_at: string | null
  /** Time of the next attempt; `null` if it was delivered, or there is none. */
  due_at: string | null
}

const COLUMNS: Columns<DeliveryAttempt> = {
  webhook_id: 'uuid[]',
  event_id: 'uuid[]',
  attempts: 'int[]',
  attempted_at: 'timestamptz[]',
  status_code: 'int[]',
  delivered_at: 'timestamptz[]',
  due_at: 'timestamptz[]',
}

const record = withFixedText(
  SQL`
  with attempt as materialized (select i.* from `
    .append(rowsOf(COLUMNS))
    .append(`), taken as materialized (
    select d.webhook_id, d.event_id from webhook_delivery d
    join attempt a on a.webhook_id = d.webhook_id and a.event_id = d.event_id and a.attempts = d.attempts
    where d.due_at is not null order by d.webhook_id, d.event_id for update of d
  )
  update webhook_delivery d set attempts = a.attempts + 1, attempted_at = a.attempted_at, status_code = a.status_code,
    former_attempted_at = d.attempted_at, former_status_code = d.status_code, delivered_at = a.delivered_at,
    due_at = a.due_at
  from taken t join attempt a on a.webhook_id = t.webhook_id and a.event_id = t.event_id
  where d.webhook_id = t.webhook_id and d.event_id = t.event_id`),
)

export const recordAttempts: BatchStatement<DeliveryAttempt, void> = {
  name: 'record_attempts',
  max: 100,
  isWrite: true,
  async run(db, items) {
    await db.many(record(valuesOf(items, COLUMNS)))
    return items.map(() => undefined)
  },
}

type DeliveredEvent = LoggedEvent | undefined

/** Events by number, as their recipients may see them now. */
export const findEventsToSend: BatchStatement<{ recipient: string; seq: number }, DeliveredEvent> = {
  name: 'find_events_to_send',
  max: 50,
  async run(db, items) {
    const rows = await db.many<VisibleEventRow & { ordinal: number }>(
      SQL`select r.ordinal, `.append(VISIBLE_EVENTS).append(SQL`
      from unnest(${items.map(({ recipient }) => recipient)}::uuid[], ${items.map(({ seq }) => seq)}::bigint[])
        with ordinality as r (recipient, seq, ordinal)
      cross join lateral (select t.* from visible_inbox(r.recipient) t where t.seq = r.seq limit 1) e`),
    )
    const found: DeliveredEvent[] = items.map(() => undefined)
    for (const { ordinal: position, ...row } of rows) found[position - 1] = eventOf(row)
    return found
  },
}

export interface DeliveryRow {
  id: string
  event_type: string
  created_at: string
  due_at: string | null
  attempts: number
  attempted_at: string | null
  status_code: number | null
  former_attempted_at: string | null
  former_status_code: number | null
  delivered_at: string | null
}

/** Newest first, older than `before`. */
export function findDeliveries(
  db: Queryable,
  webhookId: string,
  before: string,
  limit: number,
): Promise<DeliveryRow[]> {
  return db.many<DeliveryRow>(SQL`
    select event_id as id, event_type, created_at, due_at, attempts, attempted_at, status_code,
      former_attempted_at, former_status_code, delivered_at
    from webhook_delivery where webhook_id = ${webhookId} and event_id < ${before}
    order by event_id desc limit ${limit}`)
}
