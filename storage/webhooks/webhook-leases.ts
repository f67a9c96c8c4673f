import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

/** What a webhook shares with others: its host, its address, and its party. */
export interface Shares {
  host: string
  /** The network of the last attempt; `null`: none yet. */
  address: string | null
  /** Its agent's owner, or, for an agent without one, the network it was registered from. */
  party: string
}

export type ShareKind = keyof Shares

export interface DueWebhook extends Shares {
  webhook_id: string
}

interface Wanted {
  isFailing: boolean
  now: Date
  /** Webhooks that share one of these are skipped. */
  full: Readonly<Record<ShareKind, readonly string[]>>
  limit: number
}

/** Unclaimed webhooks with due deliveries, longest waiting first. */
export function findDueWebhooks(db: Queryable, { isFailing, now, full, limit }: Wanted): Promise<DueWebhook[]> {
  return db.many<DueWebhook>(SQL`
    select webhook_id, host, address, party from webhook_sending
    where in_failing_lane = ${isFailing} and due_at <= ${now} and leased_until <= ${now} and host <> all(${full.host}::text[])
      and party <> all(${full.party}::uuid[]) and coalesce(address <> all(${full.address}::text[]), true)
    order by due_at limit ${limit}`)
}

interface Claim {
  holder: string
  isFailing: boolean
  ids: readonly string[]
  now: Date
  until: Date
}

/** Claims those that are unchanged since they were found; returns which. */
export async function leaseWebhooks(db: Queryable, { holder, isFailing, ids, now, until }: Claim): Promise<string[]> {
  const rows = await db.many<{ webhook_id: string }>(SQL`
    update webhook_sending s set holder = ${holder}, leased_until = ${until}
    from (
      select webhook_id from webhook_sending
      where webhook_id = any(${ids}::uuid[]) and in_failing_lane = ${isFailing} and due_at <= ${now} and leased_until <= ${now}
      order by webhook_id for update skip locked
    ) c
    where s.webhook_id = c.webhook_id
    returning s.webhook_id`)
  return rows.map(row => row.webhook_id)
}

export async function renewWebhookLeases(
  db: Queryable,
  holder: string,
  ids: readonly string[],
  until: Date,
): Promise<void> {
  await db.many(SQL`
    update webhook_sending set leased_until = ${until}
    where webhook_id in (
      select webhook_id from webhook_sending where webhook_id = any(${ids}::uuid[]) and holder = ${holder}
      order by webhook_id for update skip locked)`)
}

/** Blocks a webhook until then. */
export async function leaveWebhook(
  db: Queryable,
  { id, holder, until }: { id: string; holder: string; until: Date },
): Promise<void> {
  await db.many(SQL`
    update webhook_sending set holder = null, leased_until = ${until} where webhook_id = ${id} and holder = ${holder}`)
}
