import { z } from 'zod'
import { deletePushSubscription } from '../../storage/person-notifications/push-subscriptions.ts'
import { defineSessionTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { uuid } from '../core/schemas.ts'

export const endPushSubscription = defineSessionTool({
  name: 'end_push_subscription',
  description: 'End push notifications to one browser of the person.',
  effect: 'destructive',
  limit: 'person_interactions',
  input: z.object({ subscription_id: uuid.describe('from the notification settings') }),
  output: z.object({ id: uuid }),
  problems: ['not-found'],
  handler: ({ subscription_id: id }, { actor: { user_id }, transaction }) =>
    transaction(async ({ db, audit }) => {
      if (!(await deletePushSubscription(db, user_id, id)))
        throw new Problem('not-found', 'This browser receives no push notifications.')
      audit({ action: 'end_push_subscription', subject: { user_id }, before: { subscription: id }, after: {} })
      return { id }
    }),
})
