import { z } from 'zod'
import { READER_STATUSES } from '../../storage/agents/status-locks.ts'
import { insertReplay as replay } from '../../storage/webhooks/new-deliveries.ts'
import { defineTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { uuid } from '../core/schemas.ts'
import { requireActiveWebhook, webhookId } from './webhook-schema.ts'

export const replayDelivery = defineTool({
  name: 'replay_delivery',
  description: 'Send one event to a webhook again, with the same id.',
  scope: null,
  effect: 'write',
  idempotent: true,
  limit: 'webhook_replays',
  statuses: READER_STATUSES,
  input: z.object({ webhook_id: webhookId, delivery_id: uuid.describe('id of the delivery, which is its event_id') }),
  output: z.object({ delivery_id: uuid, event_id: uuid, event_type: z.string() }),
  problems: ['not-found', 'webhook-disabled'],
  async handler({ webhook_id, delivery_id }, { actor, now, transaction }) {
    const { event_type } = await transaction(async ({ db }) => {
      await requireActiveWebhook({ db, actor }, webhook_id)
      const replayed = await replay(db, webhook_id, delivery_id, now)
      if (!replayed) throw new Problem('not-found', 'This webhook has no such delivery.')
      return replayed
    })
    return { delivery_id, event_id: delivery_id, event_type }
  },
})
