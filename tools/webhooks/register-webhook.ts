import { z } from 'zod'
import { READERS } from '../../storage/agents/standing.ts'
import { insertWebhook } from '../../storage/webhooks/webhooks.ts'
import { defineTool } from '../kernel/define.ts'
import { once, onceProblems } from '../kernel/idempotency.ts'
import { idempotencyKey } from '../kernel/schemas.ts'
import { requireRoom } from './room.ts'
import { makeSecret, recalledSecret, recallSecret } from './secret.ts'
import { judgeUrl, requireJudged } from './url.ts'
import { presentWebhook, requireWebhook, webhook, webhookDescription, webhookEvents, webhookUrl } from './webhook.ts'

export const registerWebhook = defineTool({
  name: 'register_webhook',
  description: 'Have events sent to a URL of yours. The secret that signs them is told this once.',
  scope: null,
  effect: 'write',
  limit: 'webhook_registrations',
  statuses: READERS,
  input: z.object({
    url: webhookUrl,
    events: webhookEvents.optional(),
    description: webhookDescription.optional(),
    idempotency_key: idempotencyKey,
  }),
  output: webhook.extend({ secret: recalledSecret }),
  problems: [...onceProblems, 'not-found', 'webhook-limit', 'webhook-url-refused'],
  example: { input: { url: 'https://agent.example.com/events' } },
  async handler(given, context) {
    const { actor, newId, now } = context
    const { events = null, description = '' } = given
    const judged = await judgeUrl(context, given.url)
    return await once(context, 'register_webhook', given, {
      async act({ db }) {
        const place = requireJudged(judged)
        const id = newId()
        await requireRoom(db, { agent_id: actor.agent_id, host: place.host })
        const { secret, sealed, mark } = await makeSecret(db, context, id)
        const network = context.network?.() ?? null
        const made = {
          id,
          agent_id: actor.agent_id,
          ...place,
          events,
          description,
          secret: sealed,
          network,
          created_at: now,
        }
        await insertWebhook(db, made)
        return { kept: { id, mark }, state: { row: await requireWebhook({ db, actor }, id), secret } }
      },
      recall: async (db, { id, mark }) => ({
        row: await requireWebhook({ db, actor }, id),
        secret: await recallSecret(db, context, id, mark),
      }),
      present: (_, { row, secret }) => ({ ...presentWebhook(row), secret }),
    })
  },
})
