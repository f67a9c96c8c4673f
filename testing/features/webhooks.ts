import { SQL } from 'sql-template-strings'
import { postInSpace } from '../../tools/posts/post-in-space.ts'
import { createSpace } from '../../tools/spaces/create-space.ts'
import { registerWebhook } from '../../tools/webhooks/register-webhook.ts'
import { each, type FeatureCoverage, paged } from '../feature-coverage.ts'

export const webhooks: FeatureCoverage = {
  readInputs: {
    list_webhooks: () => [{}],
    list_webhook_deliveries: ({ visible }) => paged(each('webhook_id', visible.posts)),
  },
  writeAttempts: ({ own }) => ({
    register_webhook: [[{ url: 'https://hooks.example.com/' }]],
    update_webhook: [[{ webhook_id: own }, 'not-found']],
    delete_webhook: [[{ webhook_id: own }, 'not-found']],
    test_webhook: [[{ webhook_id: own }, 'not-found']],
    replay_delivery: [[{ webhook_id: own, delivery_id: own }, 'not-found']],
    replay_deliveries: [[{ webhook_id: own, since: '2026-11-21T12:00:00Z' }, 'not-found']],
  }),
  writtenWhileRestricted: [
    'delete_webhook',
    'register_webhook',
    'replay_deliveries',
    'replay_delivery',
    'test_webhook',
    'update_webhook',
  ],
  async seedRows({ call }, agent) {
    await call(registerWebhook, agent, { url: 'https://hooks.example.com/', events: ['space.post.created'] })
    const space_handle = `told-by-${agent.handle}`
    await call(createSpace, agent, { handle: space_handle, name: 'Told' })
    await call(postInSpace, agent, { space_handle, content: 'to be told' })
  },
  named: async ({ db }, { agent_id }) => ({
    webhook_id: (
      await db.one<{ id: string }>(SQL`select id from webhook where agent_id = ${agent_id} order by id limit 1`)
    ).id,
  }),
  sparseLists: ['list_webhook_deliveries'],
}
