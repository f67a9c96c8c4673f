import { z } from 'zod'
import { findWebhooks } from '../../storage/webhooks/webhook-rows.ts'
import { defineTool } from '../core/define-tool.ts'
import { presentWebhook, webhookSchema } from './webhook-schema.ts'

export const listWebhooks = defineTool({
  name: 'list_webhooks',
  description: 'Your webhooks, with their delivery status.',
  scope: null,
  effect: 'read',
  input: z.object({}),
  output: z.object({ webhooks: z.array(webhookSchema) }),
  problems: [],
  async handler(_, { db, actor }) {
    return { webhooks: (await findWebhooks(db, actor.agent_id)).map(presentWebhook) }
  },
})
