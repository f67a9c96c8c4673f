import { z } from 'zod'
import { READER_STATUSES } from '../../storage/agents/status-locks.ts'
import { changeWebhook, replaceSecret, type WebhookRow } from '../../storage/webhooks/webhook-rows.ts'
import type { Context, TransactionScope } from '../core/context.ts'
import { defineTool } from '../core/define-tool.ts'
import { DAY } from '../core/durations.ts'
import { idempotencyKey } from '../core/schemas.ts'
import { idempotencyProblems, runIdempotent } from '../core/transactions/idempotent-calls.ts'
import { requireWebhookQuota } from './webhook-quota.ts'
import {
  presentWebhook,
  requireWebhook,
  webhookDescription,
  webhookEvents,
  webhookId,
  webhookSchema,
  webhookUrl,
} from './webhook-schema.ts'
import { makeSecret, recalledSecret, recallSecret } from './webhook-secret.ts'
import { judgeUrl, requireJudged } from './webhook-url.ts'

/** The previous secret signs next to the new one (WEBHOOK-46). */
const FORMER_SECRET_SIGNS_MS = DAY

export const updateWebhook = defineTool({
  name: 'update_webhook',
  description: 'Change a webhook. A new secret is shown only once, and the previous one also signs for a day.',
  scope: null,
  effect: 'write',
  limit: 'webhook_changes',
  statuses: READER_STATUSES,
  input: z.object({
    webhook_id: webhookId,
    url: webhookUrl.optional(),
    events: webhookEvents.optional(),
    description: webhookDescription.optional(),
    rotate_secret: z.boolean().optional().describe('true: create a new secret'),
    enabled: z.boolean().optional().describe('true: reset failures'),
    idempotency_key: idempotencyKey,
  }),
  output: webhookSchema.extend({ secret: recalledSecret.optional() }),
  problems: [...idempotencyProblems, 'not-found', 'webhook-limit', 'webhook-url-refused'],
  async handler(given, context) {
    const { webhook_id, url, events, description, rotate_secret, enabled } = given
    const { actor } = context
    await requireWebhook(context, webhook_id)
    const judged = url === undefined ? undefined : await judgeUrl(context, url)
    return await runIdempotent(context, 'update_webhook', given, {
      async act(scope) {
        const { db } = scope
        const destination = requireJudged(judged)
        const former = await requireWebhook({ db, actor }, webhook_id)
        if (enabled ?? former.is_active) await requireQuotaFor(db, former, destination?.host, enabled)
        await changeWebhook(db, webhook_id, { url: destination, events, description, is_active: enabled })
        const made = rotate_secret ? await rotate(scope, webhook_id, context) : undefined
        const stored: { mark?: string } = made ? { mark: made.mark } : {}
        return { stored, state: { row: await requireWebhook({ db, actor }, webhook_id), secret: made?.secret } }
      },
      recall: async (db, { mark }) => ({
        row: await requireWebhook({ db, actor }, webhook_id),
        secret: rotate_secret ? await recallSecret(db, context, webhook_id, mark) : undefined,
      }),
      present: (_, { row, secret }) => ({ ...presentWebhook(row), ...(secret === undefined ? {} : { secret }) }),
    })
  },
})

/** An unchanged webhook does not count again. */
async function requireQuotaFor(
  db: TransactionScope['db'],
  { id, agent_id, url, is_active }: WebhookRow,
  host: string | undefined,
  enabled: boolean | undefined,
): Promise<void> {
  const former = new URL(url).host
  if ((enabled && !is_active) || (host !== undefined && host !== former)) {
    await requireWebhookQuota(db, { agent_id, host: host ?? former, id })
  }
}

async function rotate({ db }: TransactionScope, id: string, context: Context) {
  const { encrypted, ...made } = await makeSecret(db, context, id)
  await replaceSecret(db, id, encrypted, new Date(context.now.getTime() + FORMER_SECRET_SIGNS_MS))
  return made
}
