import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

export interface OverseenWebhook {
  id: string
  agent_id: string
  agent_handle: string
  host: string
  description: string
  is_active: boolean
  disabled_reason: string | null
  failed_events: number
  failing_since: string | null
  answered_at: string | null
  status_code: number | null
  created_at: string
}

interface Filter {
  agent_id: string | undefined
  is_disabled: boolean | undefined
}

/** Webhooks of all agents, newest first, older than `before`. Only the hosts of their URLs are included. */
export function findAllWebhooks(
  db: Queryable,
  { agent_id, is_disabled }: Filter,
  { before, limit }: { before: string; limit: number },
): Promise<OverseenWebhook[]> {
  const statement = SQL`
    select w.id, w.agent_id, a.handle as agent_handle, w.host, w.description, w.is_active, w.disabled_reason,
      s.failed_events, s.failing_since, s.answered_at, s.status_code, w.created_at
    from webhook w join agent a on a.id = w.agent_id left join webhook_sending s on s.webhook_id = w.id
    where w.id < ${before}`
  if (agent_id) statement.append(SQL` and w.agent_id = ${agent_id}`)
  if (is_disabled !== undefined) statement.append(is_disabled ? ' and not w.is_active' : ' and w.is_active')
  return db.many<OverseenWebhook>(statement.append(SQL` order by w.id desc limit ${limit}`))
}

export async function isWebhook(db: Queryable, id: string): Promise<boolean> {
  return (await db.maybeOne(SQL`select 1 from webhook where id = ${id}`)) !== undefined
}
