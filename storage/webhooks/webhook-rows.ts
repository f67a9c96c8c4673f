import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

export interface NewWebhook {
  id: string
  agent_id: string
  url: string
  host: string
  description: string
  events: readonly string[] | null
  secret: Buffer
  /** The network it was registered from, if known. */
  network: string | null
  created_at: Date
}

export type DisabledReason = 'gone' | 'failing' | 'no_success' | 'agent'

export interface WebhookRow {
  id: string
  agent_id: string
  url: string
  description: string
  events: string[] | null
  is_active: boolean
  disabled_reason: DisabledReason | null
  created_at: string
  failed_events: number
  answered_at: string | null
  status_code: number | null
}

/** Nothing is due for it yet. */
export async function insertWebhook(db: Queryable, webhook: NewWebhook): Promise<void> {
  const { id, agent_id, url, host, description, events, secret, network, created_at } = webhook
  await db.many(SQL`
    with made as (
      insert into webhook (id, agent_id, url, host, description, events, secret, network, is_active, created_at)
      values (${id}, ${agent_id}, ${url}, ${host}, ${description}, ${events}::text[], ${secret}, ${network}, true,
        ${created_at})
      returning id, agent_id, host, network
    )
    insert into webhook_sending (webhook_id, due_at, in_failing_lane, leased_until, failed_events, host, party)
    select m.id, 'infinity', true, '-infinity', 0, split_part(m.host, ':', 1),
      coalesce(a.owner_id, m.network, m.agent_id)
    from made m left join agent a on a.id = m.agent_id`)
}

const COLUMNS = `
  select w.id, w.agent_id, w.url, w.description, w.events, w.is_active, w.disabled_reason, w.created_at,
    s.failed_events, s.answered_at, s.status_code
  from webhook w join webhook_sending s on s.webhook_id = w.id`

export function findWebhooks(db: Queryable, agentId: string): Promise<WebhookRow[]> {
  return db.many<WebhookRow>(SQL``.append(COLUMNS).append(SQL` where w.agent_id = ${agentId} order by w.id`))
}

/** Of the agent alone. */
export function findWebhook(db: Queryable, agentId: string, id: string): Promise<WebhookRow | undefined> {
  const ofAgent = SQL` where w.id = ${id} and w.agent_id = ${agentId}`
  return db.maybeOne<WebhookRow>(SQL``.append(COLUMNS).append(ofAgent))
}

/**
 * The number of active webhooks: for the host, and for all agents of the agent's owner. Locks counting for these and
 * the agent until the end of the transaction.
 */
export async function countWebhooksAround(db: Queryable, agentId: string, host: string) {
  const { owner } = await db.one<{ owner: string }>(SQL`
    select coalesce(owner_id, id) as owner from agent where id = ${agentId}`)
  for (const counted of [`agent ${agentId}`, `host ${host}`, `owner ${owner}`]) {
    await db.many(SQL`select pg_advisory_xact_lock(hashtextextended(${counted}, 7))`)
  }
  return await db.one<{ of_host: number; of_owner: number }>(SQL`
    select (select count(*)::int from webhook where host = ${host} and is_active) as of_host,
      (select count(*)::int from agent a join webhook w on w.agent_id = a.id and w.is_active
        where a.owner_id = ${owner} or a.id = ${owner}) as of_owner`)
}

export interface WebhookChange {
  url?: { url: string; host: string } | undefined
  description?: string | undefined
  events?: readonly string[] | undefined
  is_active?: boolean | undefined
}

/** A new URL, or enabling, resets failures. */
export async function changeWebhook(db: Queryable, id: string, change: WebhookChange): Promise<void> {
  const { url, description, events, is_active } = change
  await db.many(SQL`
    update webhook set url = coalesce(${url?.url ?? null}::text, url), host = coalesce(${url?.host ?? null}::text, host),
      description = coalesce(${description ?? null}::text, description), events = coalesce(${events ?? null}::text[], events),
      is_active = coalesce(${is_active ?? null}::boolean, is_active),
      disabled_reason = case ${is_active ?? null}::boolean when true then null when false then coalesce(disabled_reason, 'agent')
        else disabled_reason end
    where id = ${id}`)
  const isAnew = url !== undefined || is_active === true
  // Before the statement that looks for due deliveries, so that it sees concurrent writes.
  await db.many(SQL`select from webhook_sending where webhook_id = ${id} for update`)
  await db.many(SQL`
    update webhook_sending s set
      failed_events = case when ${isAnew} then 0 else failed_events end,
      failing_since = case when ${isAnew} then null else failing_since end,
      in_failing_lane = in_failing_lane or ${isAnew},
      host = (select split_part(w.host, ':', 1) from webhook w where w.id = ${id}),
      address = case when ${url === undefined} then address end,
      due_at = coalesce((select min(d.due_at) from webhook_delivery d join webhook w on w.id = d.webhook_id and w.is_active
        where d.webhook_id = ${id} and d.due_at is not null), 'infinity')
    where webhook_id = ${id}`)
}

/** Encrypted. */
export async function findSecret(db: Queryable, id: string): Promise<Buffer> {
  return (await db.one<{ secret: Buffer }>(SQL`select secret from webhook where id = ${id}`)).secret
}

/** The previous secret signs next to the new one until then. */
export async function replaceSecret(db: Queryable, id: string, secret: Buffer, formerUntil: Date): Promise<void> {
  await db.many(SQL`
    update webhook set secret = ${secret}, former_secret = secret, former_until = ${formerUntil} where id = ${id}`)
}

/**
 * Deletes the given or all webhooks of the agent, with their deliveries; locks rows in the order of senders and the
 * sequencer.
 */
export async function deleteWebhooks(db: Queryable, agentId: string, id: string | null = null): Promise<boolean> {
  const rows = await db.many<{ id: string }>(SQL`
    delete from webhook where agent_id = ${agentId} and (${id}::uuid is null or id = ${id}) returning id`)
  const ids = rows.map(row => row.id).sort()
  for (const one of ids) await db.many(SQL`delete from webhook_sending where webhook_id = ${one}`)
  await db.many(SQL`delete from webhook_delivery where webhook_id = any(${ids}::uuid[])`)
  return ids.length > 0
}
