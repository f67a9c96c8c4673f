import { z } from 'zod'
import { defineSessionTool } from '../core/define-tool.ts'
import { delivery, readDeliveries, TOPICS, topic } from './topics.ts'

export const notificationSettings = z.object({ topics: z.array(z.object({ topic, delivery, is_fixed: z.boolean() })) })

export const showNotificationSettings = defineSessionTool({
  name: 'show_notification_settings',
  description: 'How the person is notified, by topic.',
  effect: 'read',
  input: z.object({}),
  output: notificationSettings,
  problems: [],
  async handler(_, { actor, db }) {
    const deliveries = Object.entries(await readDeliveries(db, actor.user_id))
    return {
      topics: deliveries.map(([name, delivery]) => {
        const of = topic.parse(name)
        return { topic: of, delivery, is_fixed: TOPICS[of].isFixed === true }
      }),
    }
  },
})
