import { z } from 'zod'
import { putTopicDeliveries } from '../../storage/person-notifications/notification-settings.ts'
import { defineSessionTool } from '../core/define-tool.ts'
import { delivery, readTopicSettings, TOPICS, topic } from './topics.ts'

export const setNotificationDelivery = defineSessionTool({
  name: 'set_notification_delivery',
  description: 'Choose how the person is notified of topics. Security notifications are always mailed.',
  effect: 'write',
  idempotent: true,
  limit: 'person_interactions',
  input: z.object({
    topics: z
      .array(
        z.object({
          topic: topic.refine(name => TOPICS[name].isFixed === undefined, 'is fixed'),
          delivery,
          is_pushed: z.boolean().optional(),
        }),
      )
      .min(1)
      .max(Object.keys(TOPICS).length)
      .describe('what is changed'),
  }),
  output: z.object({}),
  problems: [],
  handler({ topics }, { actor: { user_id }, transaction }) {
    return transaction(async ({ db, audit }) => {
      const [before, after] = [
        await readTopicSettings(db, user_id),
        Object.fromEntries(topics.map(({ topic: name, ...setting }) => [name, setting])),
      ]
      const rows = topic.options.flatMap(name =>
        after[name] === undefined
          ? []
          : { topic: name, delivery: after[name].delivery, is_pushed: after[name].is_pushed ?? null },
      )
      await putTopicDeliveries(db, user_id, rows)
      audit({ action: 'set_notification_delivery', subject: { user_id }, before, after })
      return {}
    })
  },
})
