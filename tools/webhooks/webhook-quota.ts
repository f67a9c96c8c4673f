import type { Queryable } from '../../storage/db/db.ts'
import { countWebhooksAround, findWebhooks } from '../../storage/webhooks/webhook-rows.ts'
import { Problem } from '../core/problems/problem.ts'
import { readSettings } from '../core/setting-values.ts'

const ACTIVE = 3
/** Including disabled ones. */
const ALL = 20

/**
 * Whether the agent may have one more active webhook for that host; `id`: its own webhook that would become it.
 * Concurrent transactions are serialized (WEBHOOK-8).
 */
export async function requireWebhookQuota(
  db: Queryable,
  { agent_id, host, id }: { agent_id: string; host: string; id?: string },
): Promise<void> {
  const { of_host, of_owner } = await countWebhooksAround(db, agent_id, host)
  const others = (await findWebhooks(db, agent_id)).filter(one => one.id !== id)
  if (others.filter(one => one.is_active).length >= ACTIVE) throw full(`You have ${ACTIVE} active webhooks.`)
  if (id === undefined && others.length >= ALL) throw full(`You have ${ALL} webhooks, including disabled ones.`)
  const most = await readSettings(db)
  if (of_host >= most['webhooks.per_host']) throw full('The maximum number of webhooks for this host is reached.')
  if (of_owner >= most['webhooks.per_owner'])
    throw full("The maximum number of webhooks for your owner's agents is reached.")
}

const full = (detail: string) => new Problem('webhook-limit', detail)
