import { SQL } from 'sql-template-strings'
import type { AgentStatus } from '../agents/status-locks.ts'
import { statusName } from '../agents/status-locks.ts'
import type { Db, Queryable } from '../db/db.ts'
import { insertEvents, type NewEvent } from '../events/outbox.ts'
import { putOwnerNotification } from '../person-notifications/notification-rows.ts'
import type { DisabledReason } from './webhook-rows.ts'

export interface WebhookEndpoint {
  id: string
  agent_id: string
  url: string
  secret: Buffer
  former_secret: Buffer | null
  former_until: string | null
  agent_status: AgentStatus
  /** Whether nothing succeeded recently. */
  is_failing: boolean
}

/** `undefined`: the webhook no longer receives anything. */
export async function findWebhookEndpoint(db: Queryable, id: string): Promise<WebhookEndpoint | undefined> {
  const row = await db.maybeOne<Omit<WebhookEndpoint, 'agent_status'> & { status: number }>(SQL`
    select w.id, w.agent_id, w.url, w.secret, w.former_secret, w.former_until, s.status,
      g.failing_since is not null as is_failing
    from webhook w join webhook_sending g on g.webhook_id = w.id join agent_status s on s.agent_id = w.agent_id
    where w.id = ${id} and w.is_active`)
  if (!row) return undefined
  const { status, ...endpoint } = row
  return { ...endpoint, agent_status: statusName(status) }
}

export interface DueDelivery {
  event_id: string
  seq: number | null
  event_type: string
  attempts: number
  created_at: string
}

/** Longest waiting first; of types that match one of the patterns. */
export function findDueDeliveries(
  db: Queryable,
  webhookId: string,
  { now, like, limit }: { now: Date; like: readonly string[]; limit: number },
): Promise<DueDelivery[]> {
  return db.many<DueDelivery>(SQL`
    select event_id, seq, event_type, attempts, created_at from webhook_delivery
    where webhook_id = ${webhookId} and due_at <= ${now} and event_type like any(${like}::text[])
    order by due_at, event_id limit ${limit}`)
}

/** SQL for whether that many retries of a webhook are waiting, of allowed types. */
const areTried = (webhookId: string, like: readonly string[], count: number) =>
  SQL`(select count(*) = ${count} from (select from webhook_delivery
    where webhook_id = ${webhookId} and attempts > 0 and due_at is not null and event_type like any(${like}::text[])
    limit ${count}) t)`

/** The longest waiting delivery; if `mayTry` retries are waiting, one of these. */
export function findProbe(
  db: Queryable,
  webhookId: string,
  { now, like, mayTry }: { now: Date; like: readonly string[]; mayTry: number },
): Promise<DueDelivery[]> {
  const due = (condition: string) =>
    SQL`(select event_id, seq, event_type, attempts, created_at, due_at from webhook_delivery
      where webhook_id = ${webhookId} and due_at <= ${now} and event_type like any(${like}::text[]) and `
      .append(condition)
      .append(SQL` order by due_at, event_id limit 1)`)
  return db.many<DueDelivery>(
    SQL`select event_id, seq, event_type, attempts, created_at from (`
      .append(due('attempts > 0'))
      .append(SQL` union all select * from `)
      .append(due('attempts = 0'))
      .append(SQL` untried where not `)
      .append(areTried(webhookId, like, mayTry))
      .append(SQL`) d order by due_at, event_id limit 1`),
  )
}

/** The results of one turn of sending to a webhook. */
export interface SendingReport {
  /** The last response status. */
  answered_at: Date | null
  status_code: number | null
  has_succeeded: boolean
  /** When the first attempt since the last success failed. */
  failed_at: Date | null
  /** Failed events since the last success. */
  failed_events: number
  /** Whether an attempt had no response, or a late one. */
  is_late: boolean
  is_gone: boolean
  /** The network of the last attempt; `null`: unknown. */
  address: string | null
  /** Event types that its agent may receive now, as patterns; the rest waits. */
  receivable: readonly string[]
  /** When to check again whether more is allowed. */
  look_again: Date | null
}

interface ReleaseSlot {
  holder: string
  report: SendingReport
  now: Date
  mayFail: { events: number; forMs: number }
  /** The event for the agent if its webhook is disabled. */
  announce(webhook: { id: string; agent_id: string }, reason: DisabledReason): NewEvent
}

interface Held {
  agent_id: string
  is_active: boolean
  host: string
  party: string
  failed_events: number
  failing_since: string | null
  in_failing_lane: boolean
}

type OfWebhook = Pick<Held, 'agent_id' | 'is_active' | 'host' | 'party'>
type OfSending = Omit<Held, keyof OfWebhook>

/** Releases a webhook, or disables it; returns whether events were written. A lost claim changes nothing. */
export async function releaseWebhook(db: Db, id: string, release: ReleaseSlot): Promise<boolean> {
  const { holder, report, mayFail, now } = release
  return await db.transaction(async tx => {
    // In the order in which its agent locks them, and before the statement that looks for newly due deliveries.
    const webhook = await tx.maybeOne<OfWebhook>(SQL`
      select w.agent_id, w.is_active, split_part(w.host, ':', 1) as host,
        coalesce(a.owner_id, w.network, w.agent_id) as party
      from webhook w left join agent a on a.id = w.agent_id where w.id = ${id} for update of w`)
    const sending = await tx.maybeOne<OfSending>(SQL`
      select failed_events, failing_since, in_failing_lane from webhook_sending
      where webhook_id = ${id} and holder = ${holder} for update`)
    if (!webhook || !sending) return false
    const after = judge(sending, report)
    const reason = webhook.is_active ? reasonOf(after, release) : undefined
    await tx.many(
      SQL`
      update webhook_sending set holder = null, leased_until = '-infinity', failed_events = ${after.failed_events},
        failing_since = ${after.failing_since}, in_failing_lane = ${after.in_failing_lane},
        answered_at = coalesce(${report.answered_at}, answered_at),
        status_code = coalesce(${report.status_code}, status_code), host = ${webhook.host}, party = ${webhook.party},
        address = coalesce(${report.address}, address),
        due_at = case when ${webhook.is_active && !reason} then coalesce(least(${report.look_again}, `
        .append(nextDue(id, report.receivable, after.failing_since === null ? undefined : mayFail.events))
        .append(SQL`), 'infinity') else 'infinity' end
      where webhook_id = ${id}`),
    )
    if (!reason) return false
    await tx.many(SQL`update webhook set is_active = false, disabled_reason = ${reason} where id = ${id}`)
    const event = release.announce({ id, agent_id: webhook.agent_id }, reason)
    await insertEvents(tx, [event], now)
    const { agent_id } = webhook
    const disabled = {
      id: event.event_id,
      kind: 'webhook_disabled',
      agent_id,
      subject_id: id,
      created_at: now,
    } as const
    await putOwnerNotification(tx, disabled)
    return true
  })
}

/** SQL for when the first allowed delivery is due; if `mayTry` retries are waiting, the first of these. */
function nextDue(id: string, patterns: readonly string[], mayTry: number | undefined) {
  const first = (condition: string) =>
    SQL`(select due_at from webhook_delivery where webhook_id = ${id} and event_type like any(${patterns}::text[]) and `
      .append(condition)
      .append(' order by due_at limit 1)')
  const ofAll = first('due_at is not null')
  if (mayTry === undefined) return ofAll
  return SQL`case when `
    .append(areTried(id, patterns, mayTry))
    .append(SQL` then `)
    .append(first('attempts > 0 and due_at is not null'))
    .append(SQL` else `)
    .append(ofAll)
    .append(SQL` end`)
}

function judge(before: OfSending, report: SendingReport) {
  const since = before.failing_since === null ? null : new Date(before.failing_since)
  return {
    failed_events: (report.has_succeeded ? 0 : before.failed_events) + report.failed_events,
    failing_since: report.has_succeeded ? report.failed_at : (since ?? report.failed_at),
    in_failing_lane: report.is_late || (before.in_failing_lane && !report.has_succeeded),
  }
}

function reasonOf(after: ReturnType<typeof judge>, { report, now, mayFail }: ReleaseSlot): DisabledReason | undefined {
  if (report.is_gone) return 'gone'
  if (after.failed_events >= mayFail.events) return 'failing'
  const isLong = after.failing_since !== null && now.getTime() - after.failing_since.getTime() >= mayFail.forMs
  return isLong && report.failed_at !== null ? 'no_success' : undefined
}
