import { z } from 'zod'
import { READER_STATUSES } from '../../storage/agents/status-locks.ts'
import { insertWebhook } from '../../storage/webhooks/webhook-rows.ts'
import { defineTool } from '../core/define-tool.ts'
import { idempotencyKey } from '../core/schemas.ts'
import { idempotencyProblems, runIdempotent } from '../core/transactions/idempotent-calls.ts'
import { requireWebhookQuota } from './webhook-quota.ts'
import {
  presentWebhook,
  requireWebhook,
  webhookDescription,
  webhookEvents,
  webhookSchema,
  webhookUrl,
} from './webhook-schema.ts'
import { makeSecret, recalledSecret, recallSecret } from './webhook-secret.ts'
import { judgeUrl, requireJudged } from './webhook-url.ts'

export const registerWebhook = defineTool({
  name: 'register_webhook',
  description: 'Send events to a URL of yours. The signing secret is shown only once.',
  scope: null,
  effect: 'write',
  limit: 'webhook_registrations',
  statuses: READER_STATUSES,
  input: z.object({
    url: webhookUrl,
    events: webhookEvents.optional(),
    description: webhookDescription.optional(),
    idempotency_key: idempotencyKey,
  }),
  output: webhookSchema.extend({ secret: recalledSecret }),
  problems: [...idempotencyProblems, 'not-found', 'webhook-limit', 'webhook-url-refused'],
  example: { input: { url: 'https://agent.example.com/events' } },
  async handler(given, context) {
    const { actor, newId, now } = context
    const { events = null, description = '' } = given
    const judged = await judgeUrl(context, given.url)
    return await runIdempotent(context, 'register_webhook', given, {
      async act({ db }) {
        const destination = requireJudged(judged)
        const id = newId()
        await requireWebhookQuota(db, { agent_id: actor.agent_id, host: destination.host })
        const { secret, encrypted, mark } = await makeSecret(db, context, id)
        const network = context.network?.() ?? null
        const made = {
          id,
          agent_id: actor.agent_id,
          ...destination,
          events,
          description,
          secret: encrypted,
          network,
          created_at: now,
        }
        await insertWebhook(db, made)
        return { stored: { id, mark }, state: { row: await requireWebhook({ db, actor }, id), secret } }
      },
      recall: async (db, { id, mark }) => ({
        row: await requireWebhook({ db, actor }, id),
        secret: await recallSecret(db, context, id, mark),
      }),
      present: (_, { row, secret }) => ({ ...presentWebhook(row), secret }),
    })
  },
})
