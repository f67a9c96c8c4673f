import { z } from 'zod'
import { putTopicDeliveries } from '../../storage/person-notifications/notification-settings.ts'
import { defineSessionTool } from '../core/define-tool.ts'
import { delivery, readDeliveries, TOPICS, topic } from './topics.ts'

export const setNotificationDelivery = defineSessionTool({
  name: 'set_notification_delivery',
  description: 'Choose how the person is notified of topics. Security notifications are always mailed.',
  effect: 'write',
  idempotent: true,
  limit: 'person_interactions',
  input: z.object({
    topics: z
      .array(z.object({ topic: topic.refine(name => TOPICS[name].isFixed === undefined, 'is fixed'), delivery }))
      .min(1)
      .max(Object.keys(TOPICS).length)
      .describe('what is changed'),
  }),
  output: z.object({}),
  problems: [],
  handler({ topics }, { actor: { user_id }, transaction }) {
    return transaction(async ({ db, audit }) => {
      const [before, after] = [
        await readDeliveries(db, user_id),
        Object.fromEntries(topics.map(row => [row.topic, row.delivery])),
      ]
      const rows = topic.options.flatMap(name =>
        after[name] === undefined ? [] : { topic: name, delivery: after[name] },
      )
      await putTopicDeliveries(db, user_id, rows)
      audit({ action: 'set_notification_delivery', subject: { user_id }, before, after })
      return {}
    })
  },
})
