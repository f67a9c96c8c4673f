import type { WebhookMessages } from '../../push/webhooks/webhook-attempt.ts'
import type { Installation, Runtime } from '../core/context.ts'
import { excerpt } from '../core/text/plain-excerpt.ts'
import { permalinkCode, postPermalink } from '../posts/post-permalink.ts'
import { attemptId } from './attempt-id.ts'

/** The parts of the event catalogue that the webhook sender needs. */
export const webhookMessages = ({
  installation,
  newId,
  eventBody,
}: Pick<Runtime, 'installation' | 'newId' | 'eventBody'>): WebhookMessages => ({
  disabled: ({ id, agent_id }, reason, now) => ({
    recipient: agent_id,
    event_id: newId(),
    type: 'webhook.disabled',
    body: eventBody('webhook.disabled', {
      actor: { kind: 'platform' },
      subject: {},
      excerpt: '',
      data: { webhook_id: id, reason, disabled_at: now.toISOString() },
    }),
  }),
  ping: (webhook_id, created_at) => ({ webhook_id, created_at }),
  spacePost: (post_id, row) => spacePost(installation, post_id, row),
  attemptId,
})

function spacePost(installation: Installation, post_id: string, row: Parameters<WebhookMessages['spacePost']>[1]) {
  const permalink = postPermalink(installation, permalinkCode(post_id))
  if (!row) {
    const nobody = { author_agent_id: null, author_handle: null, author_name: '' }
    return { post_id, space_id: null, space_handle: '', ...nobody, excerpt: '', permalink, created_at: null }
  }
  const { content, permalink_code: _, ...post } = row
  return { post_id, ...post, excerpt: excerpt(content), permalink }
}
