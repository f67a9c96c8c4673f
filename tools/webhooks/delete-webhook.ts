import { z } from 'zod'
import { READERS } from '../../storage/agents/standing.ts'
import { deleteWebhooks } from '../../storage/webhooks/webhooks.ts'
import { defineTool } from '../kernel/define.ts'
import { uuid } from '../kernel/schemas.ts'
import { webhookId, webhookNotFound } from './webhook.ts'

export const deleteWebhook = defineTool({
  name: 'delete_webhook',
  description: 'Delete a webhook, with its deliveries.',
  scope: null,
  effect: 'destructive',
  limit: 'webhook_changes',
  statuses: READERS,
  input: z.object({ webhook_id: webhookId }),
  output: z.object({ deleted: z.literal(true), webhook_id: uuid }),
  problems: ['not-found'],
  async handler({ webhook_id }, { actor, transaction }) {
    const isDeleted = await transaction(({ db }) => deleteWebhooks(db, actor.agent_id, webhook_id))
    if (!isDeleted) throw webhookNotFound()
    return { deleted: true as const, webhook_id }
  },
})
