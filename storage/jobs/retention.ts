import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

const BATCH = 5_000

const EXPIRING = [
  'nonce',
  'access_token',
  'assertion_jti',
  'mcp_session_ended',
  'mcp_session_log_level',
  'idempotency',
  'event_once',
  'retired_handle',
  'proven_claim',
  'authorization_request',
  'client_grant',
  'allowed_redirect_host',
  'oauth_client',
  'mail',
  'unread_change',
  'pending_enrollment',
  'enrollment_challenge',
  'enrollment_failures',
  'sign_in_code',
  'person_session',
  'passkey_ceremony',
  'person_notification',
  'set_aside',
  'external_message',
  'agent_export',
  'event_progress',
  'handled_event',
  'held_call',
] as const

export type ExpiringTable = (typeof EXPIRING)[number]

export const EXPIRING_TABLES: readonly ExpiringTable[] = EXPIRING

/** Deletes up to one batch of expired rows; `more` if the batch was full. */
export async function deleteExpired(db: Queryable, table: ExpiringTable, now: Date): Promise<{ more: boolean }> {
  const statement = SQL`delete from `
    .append(table)
    .append(` where ctid = any(array(select ctid from ${table} where expires_at <= `)
    .append(SQL`${now} limit ${BATCH})) returning 1`)
  return { more: (await db.many(statement)).length === BATCH }
}

/** Deletes what no duplicate window can need any more. */
export async function deleteRecentContent(db: Queryable, before: Date): Promise<{ more: boolean }> {
  const rows = await db.many(SQL`
    delete from recent_content where ctid = any(array(
      select ctid from recent_content where created_at <= ${before} limit ${BATCH})) returning 1`)
  return { more: rows.length === BATCH }
}

/** Deletes counters that no window needs any more. Those that admission has locked are left for the next run. */
export async function deleteRateCounters(db: Queryable, now: Date): Promise<{ more: boolean }> {
  const rows = await db.many(SQL`
    delete from rate_counter where ctid = any(array(
      select ctid from rate_counter where expires_at <= ${now} limit ${BATCH} for update skip locked)) returning 1`)
  return { more: rows.length === BATCH }
}

/** Deletes the request counters of agents without requests since a slot of the clock. */
export async function deleteRateWindows(db: Queryable, beforeSlot: number): Promise<{ more: boolean }> {
  const rows = await db.many(SQL`
    delete from rate_window where ctid = any(array(
      select ctid from rate_window where slot < ${beforeSlot}::bigint limit ${BATCH} for update skip locked)) returning 1`)
  return { more: rows.length === BATCH }
}
