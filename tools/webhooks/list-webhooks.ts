import { z } from 'zod'
import { findWebhooks } from '../../storage/webhooks/webhooks.ts'
import { defineTool } from '../kernel/define.ts'
import { presentWebhook, webhook } from './webhook.ts'

export const listWebhooks = defineTool({
  name: 'list_webhooks',
  description: 'Your webhooks, and how sending to them goes.',
  scope: null,
  effect: 'read',
  input: z.object({}),
  output: z.object({ webhooks: z.array(webhook) }),
  problems: [],
  async handler(_, { db, actor }) {
    return { webhooks: (await findWebhooks(db, actor.agent_id)).map(presentWebhook) }
  },
})
