import { z } from 'zod'
import { READERS } from '../../storage/agents/standing.ts'
import { insertWebhook } from '../../storage/webhooks/webhooks.ts'
import { defineTool } from '../kernel/define.ts'
import { requireRoom } from './room.ts'
import { makeSecret } from './secret.ts'
import { requireUrl } from './url.ts'
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
  }),
  output: webhook.extend({ secret: z.string() }),
  problems: ['not-found', 'webhook-limit', 'webhook-url-refused'],
  example: { input: { url: 'https://agent.example.com/events' } },
  async handler({ events = null, description = '', ...given }, context) {
    const { actor, newId, now, transaction } = context
    const place = await requireUrl(context, given.url)
    const id = newId()
    return await transaction(async ({ db }) => {
      await requireRoom(db, { agent_id: actor.agent_id, host: place.host })
      const { secret, sealed } = await makeSecret(db, context, id)
      const made = { id, agent_id: actor.agent_id, ...place, events, description, secret: sealed, created_at: now }
      await insertWebhook(db, made)
      return { ...presentWebhook(await requireWebhook({ db, actor }, id)), secret }
    }, 'update')
  },
})
