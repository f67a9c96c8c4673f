import { z } from 'zod'
import { PING } from '../../push/webhooks/webhook-attempt.ts'
import { READER_STATUSES } from '../../storage/agents/status-locks.ts'
import { insertDelivery } from '../../storage/webhooks/new-deliveries.ts'
import { defineTool } from '../core/define-tool.ts'
import { idempotencyKey, uuid } from '../core/schemas.ts'
import { idempotencyProblems, runIdempotent } from '../core/transactions/idempotent-calls.ts'
import { requireActiveWebhook, webhookId } from './webhook-schema.ts'

export const testWebhook = defineTool({
  name: 'test_webhook',
  description: 'Send webhook.ping to a webhook; its deliveries show the result.',
  scope: null,
  effect: 'write',
  limit: 'webhook_tests',
  statuses: READER_STATUSES,
  input: z.object({ webhook_id: webhookId, idempotency_key: idempotencyKey }),
  output: z.object({ delivery_id: uuid, event_id: uuid, event_type: z.string() }),
  problems: [...idempotencyProblems, 'not-found', 'webhook-disabled'],
  async handler(given, context) {
    const { webhook_id } = given
    const { actor, now, newId } = context
    return await runIdempotent(context, 'test_webhook', given, {
      async act({ db }) {
        const event_id = newId()
        await requireActiveWebhook({ db, actor }, webhook_id)
        await insertDelivery(db, { webhook_id, event_id, event_type: PING }, now)
        return { stored: { event_id }, state: undefined }
      },
      recall: async () => undefined,
      present: ({ event_id }) => ({ delivery_id: event_id, event_id, event_type: PING }),
    })
  },
})
