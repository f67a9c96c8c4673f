import { z } from 'zod'
import { listPushSubscriptions } from '../../storage/person-notifications/push-subscriptions.ts'
import { defineSessionTool } from '../core/define-tool.ts'
import { timestamp, uuid } from '../core/schemas.ts'
import { delivery, readTopicSettings, TOPICS, topic } from './topics.ts'

export const notificationSettings = z.object({
  topics: z.array(z.object({ topic, delivery, is_pushed: z.boolean(), is_fixed: z.boolean() })),
  push: z
    .object({
      public_key: z.string().describe('by which browsers know this server'),
      subscriptions: z.array(z.object({ id: uuid, endpoint: z.string(), browser: z.string(), created_at: timestamp })),
    })
    .nullable()
    .describe('null: this server sends no push notifications'),
})

export const showNotificationSettings = defineSessionTool({
  name: 'show_notification_settings',
  description: 'How the person is notified, by topic, and which browsers receive push notifications.',
  effect: 'read',
  input: z.object({}),
  output: notificationSettings,
  problems: [],
  async handler(_, { actor: { user_id }, db, webPush }) {
    const settings = Object.entries(await readTopicSettings(db, user_id))
    return {
      topics: settings.map(([name, setting]) => {
        const of = topic.parse(name)
        return { topic: of, ...setting, is_fixed: TOPICS[of].isFixed === true }
      }),
      push: webPush ? { public_key: webPush.publicKey, subscriptions: await listPushSubscriptions(db, user_id) } : null,
    }
  },
})
