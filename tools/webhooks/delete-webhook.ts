import { z } from 'zod'
import { READER_STATUSES } from '../../storage/agents/status-locks.ts'
import { deleteWebhooks } from '../../storage/webhooks/webhook-rows.ts'
import { defineTool } from '../core/define-tool.ts'
import { uuid } from '../core/schemas.ts'
import { webhookId, webhookNotFound } from './webhook-schema.ts'

export const deleteWebhook = defineTool({
  name: 'delete_webhook',
  description: 'Delete a webhook, with its deliveries.',
  scope: null,
  effect: 'destructive',
  limit: 'webhook_changes',
  statuses: READER_STATUSES,
  input: z.object({ webhook_id: webhookId }),
  output: z.object({ deleted: z.literal(true), webhook_id: uuid }),
  problems: ['not-found'],
  async handler({ webhook_id }, { actor, transaction }) {
    const isDeleted = await transaction(({ db }) => deleteWebhooks(db, actor.agent_id, webhook_id))
    if (!isDeleted) throw webhookNotFound()
    return { deleted: true as const, webhook_id }
  },
})
