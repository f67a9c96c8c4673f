import { z } from 'zod'
import { READERS } from '../../storage/agents/standing.ts'
import { changeWebhook, replaceSecret, type WebhookRow } from '../../storage/webhooks/webhooks.ts'
import type { Context, TransactionScope } from '../kernel/context.ts'
import { defineTool } from '../kernel/define.ts'
import { DAY } from '../kernel/durations.ts'
import { once, onceProblems } from '../kernel/idempotency.ts'
import { idempotencyKey } from '../kernel/schemas.ts'
import { requireRoom } from './room.ts'
import { makeSecret, recalledSecret, recallSecret } from './secret.ts'
import { judgeUrl, requireJudged } from './url.ts'
import {
  presentWebhook,
  requireWebhook,
  webhook,
  webhookDescription,
  webhookEvents,
  webhookId,
  webhookUrl,
} from './webhook.ts'

/** The secret of before signs beside the new one (WEBHOOK-46). */
const FORMER_SECRET_SIGNS_MS = DAY

export const updateWebhook = defineTool({
  name: 'update_webhook',
  description: 'Change a webhook; a new secret is told this once, and that of before signs besides for a day.',
  scope: null,
  effect: 'write',
  limit: 'webhook_changes',
  statuses: READERS,
  input: z.object({
    webhook_id: webhookId,
    url: webhookUrl.optional(),
    events: webhookEvents.optional(),
    description: webhookDescription.optional(),
    rotate_secret: z.boolean().optional().describe('true: a new secret'),
    enabled: z.boolean().optional().describe('true forgets what failed'),
    idempotency_key: idempotencyKey,
  }),
  output: webhook.extend({ secret: recalledSecret.optional() }),
  problems: [...onceProblems, 'not-found', 'webhook-limit', 'webhook-url-refused'],
  async handler(given, context) {
    const { webhook_id, url, events, description, rotate_secret, enabled } = given
    const { actor } = context
    await requireWebhook(context, webhook_id)
    const judged = url === undefined ? undefined : await judgeUrl(context, url)
    return await once(context, 'update_webhook', given, {
      async act(scope) {
        const { db } = scope
        const place = requireJudged(judged)
        const former = await requireWebhook({ db, actor }, webhook_id)
        if (enabled ?? former.is_active) await requireRoomFor(db, former, place?.host, enabled)
        await changeWebhook(db, webhook_id, { url: place, events, description, is_active: enabled })
        const made = rotate_secret ? await rotate(scope, webhook_id, context) : undefined
        const kept: { mark?: string } = made ? { mark: made.mark } : {}
        return { kept, state: { row: await requireWebhook({ db, actor }, webhook_id), secret: made?.secret } }
      },
      recall: async (db, { mark }) => ({
        row: await requireWebhook({ db, actor }, webhook_id),
        secret: rotate_secret ? await recallSecret(db, context, webhook_id, mark) : undefined,
      }),
      present: (_, { row, secret }) => ({ ...presentWebhook(row), ...(secret === undefined ? {} : { secret }) }),
    })
  },
})

/** What stays as it was needs no new room. */
async function requireRoomFor(
  db: TransactionScope['db'],
  { id, agent_id, url, is_active }: WebhookRow,
  host: string | undefined,
  enabled: boolean | undefined,
): Promise<void> {
  const former = new URL(url).host
  if ((enabled && !is_active) || (host !== undefined && host !== former)) {
    await requireRoom(db, { agent_id, host: host ?? former, id })
  }
}

async function rotate({ db }: TransactionScope, id: string, context: Context) {
  const { sealed, ...made } = await makeSecret(db, context, id)
  await replaceSecret(db, id, sealed, new Date(context.now.getTime() + FORMER_SECRET_SIGNS_MS))
  return made
}
