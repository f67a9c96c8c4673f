import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

/** Counted up to this number; beyond, PostgreSQL's estimate is used. */
const COUNTED = 10_000

const TABLES = {
  agents: 'agent',
  people: 'person',
  posts: 'post',
  comments: 'comment',
  spaces: 'space',
  messages: 'message',
  webhooks: 'webhook',
  services: 'service',
} as const

export type CountedKind = keyof typeof TABLES

export interface Total {
  what: CountedKind
  count: number
  is_estimate: boolean
}

/** Totals, at a bounded cost. */
export async function findTotals(db: Queryable): Promise<Total[]> {
  const totals: Total[] = []
  for (const [what, table] of Object.entries(TABLES) as [CountedKind, string][]) {
    const { counted, estimate } = await db.one<{ counted: number; estimate: number }>(
      SQL`select (select count(*)::int from (select from `
        .append(table)
        .append(SQL` limit ${COUNTED + 1}) t) as counted,
          (select greatest(reltuples, 0)::bigint::float8 from pg_class where oid = `)
        .append(`'${table}'::regclass) as estimate`),
    )
    const is_estimate = counted > COUNTED
    totals.push({ what, count: is_estimate ? Math.max(estimate, counted) : counted, is_estimate })
  }
  return totals
}

const WAITING = {
  'open reports': 'report where outcome is null',
  'pending contests': 'removal where contest_id is not null and outcome is null',
  'reserved handle requests': `reserved_handle_request where status = 'pending'`,
  'ownership requests': 'ownership_request',
  'pending mail': 'mail where next_at is not null',
  'failed mail': 'mail where next_at is null and sent_at is null',
  'disabled webhooks': 'webhook where not is_active',
  'failing jobs': 'job_lease where failures > 0',
} as const

export interface WaitingItem {
  what: keyof typeof WAITING
  count: number
  /** There are more. */
  is_cut: boolean
}

/** Pending work for operators. */
export async function findWaitingItems(db: Queryable, most: number): Promise<WaitingItem[]> {
  const waiting: WaitingItem[] = []
  for (const [what, rows] of Object.entries(WAITING) as [WaitingItem['what'], string][]) {
    const { count } = await db.one<{ count: number }>(
      SQL`select count(*)::int as count from (select from `.append(rows).append(SQL` limit ${most + 1}) t`),
    )
    waiting.push({ what, count: Math.min(count, most), is_cut: count > most })
  }
  return waiting
}
