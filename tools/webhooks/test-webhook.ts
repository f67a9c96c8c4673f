import { z } from 'zod'
import { PING } from '../../push/webhook-attempt.ts'
import { READERS } from '../../storage/agents/standing.ts'
import { insertDelivery } from '../../storage/webhooks/new-deliveries.ts'
import { defineTool } from '../kernel/define.ts'
import { uuid } from '../kernel/schemas.ts'
import { requireActiveWebhook, webhookId } from './webhook.ts'

export const testWebhook = defineTool({
  name: 'test_webhook',
  description: 'Have webhook.ping sent to a webhook; its deliveries tell how that went.',
  scope: null,
  effect: 'write',
  limit: 'webhook_tests',
  statuses: READERS,
  input: z.object({ webhook_id: webhookId }),
  output: z.object({ delivery_id: uuid, event_id: uuid, event_type: z.string() }),
  problems: ['not-found', 'webhook-disabled'],
  async handler({ webhook_id }, { actor, now, newId, transaction }) {
    const event_id = newId()
    await transaction(async ({ db }) => {
      await requireActiveWebhook({ db, actor }, webhook_id)
      await insertDelivery(db, { webhook_id, event_id, event_type: PING }, now)
    })
    return { delivery_id: event_id, event_id, event_type: PING }
  },
})
