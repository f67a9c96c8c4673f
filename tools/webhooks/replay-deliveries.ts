import { z } from 'zod'
import { READER_STATUSES } from '../../storage/agents/status-locks.ts'
import { findSeqBefore } from '../../storage/events/outbox.ts'
import { replayLog } from '../../storage/webhooks/new-deliveries.ts'
import { defineTool } from '../core/define-tool.ts'
import { DAY } from '../core/durations.ts'
import { instant, timestamp } from '../core/schemas.ts'
import { requireActiveWebhook, webhookId } from './webhook-schema.ts'

/** Events that one call examines. */
const EVENTS = 5_000
const REACHES_BACK_MS = 7 * DAY

export const replayDeliveries = defineTool({
  name: 'replay_deliveries',
  description: 'Send all events since a time to a webhook again, including those missed while it was disabled.',
  scope: null,
  effect: 'write',
  idempotent: true,
  limit: 'webhook_replays',
  statuses: READER_STATUSES,
  input: z.object({
    webhook_id: webhookId,
    since: instant.describe('RFC 3339, within 7 days'),
  }),
  output: z.object({
    queued: z.int(),
    has_more: z.boolean(),
    next_since: timestamp.nullable().describe('for the next call, if there is more'),
  }),
  problems: ['not-found', 'webhook-disabled'],
  async handler({ webhook_id, since }, { actor, now, transaction }) {
    const from = new Date(Math.max(Date.parse(since), now.getTime() - REACHES_BACK_MS))
    const { queued, last_at, seen } = await transaction(async ({ db }) => {
      await requireActiveWebhook({ db, actor }, webhook_id)
      const after = await findSeqBefore(db, actor.agent_id, from)
      return await replayLog(db, { id: webhook_id, agent_id: actor.agent_id }, after, EVENTS, now)
    })
    const has_more = seen === EVENTS
    return { queued, has_more, next_since: has_more ? last_at : null }
  },
})
