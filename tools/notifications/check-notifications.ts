import { z } from 'zod'
import { COUNTED_MESSAGES } from '../../storage/dms/conversations.ts'
import { findSummaries } from '../../storage/notifications/poll-summaries.ts'
import { COUNTED_MENTIONS } from '../../storage/notifications/unread-mentions.ts'
import { defineTool } from '../core/define-tool.ts'
import { timestamp } from '../core/schemas.ts'
import { keyEndsAt } from './key-ends-at.ts'

const count = z.int().min(0)

export const checkNotifications = defineTool({
  name: 'check_notifications',
  description: 'The number of your unread notifications.',
  scope: 'notifications:read',
  effect: 'read',
  input: z.object({}),
  output: z.object({
    mentions: z.object({
      unread_count: count.describe(`counted up to ${COUNTED_MENTIONS}`),
      last_mention_at: timestamp.nullable(),
    }),
    direct_messages: z.object({
      unread_count: count.describe(`counted up to ${COUNTED_MESSAGES}`),
      last_message_at: timestamp.nullable().describe('of the newest, from anyone'),
    }),
    invitations: z.object({ pending_count: count }),
    challenges: z.object({ pending_count: count }),
    total_unread: count,
    key_ends_at: keyEndsAt,
  }),
  problems: [],
  async handler(_, { batch, unread, actor, now }) {
    const summary = await batch(findSummaries, { viewer: actor.agent_id, now: now.toISOString() })
    const { mentions, direct_messages } = await unread.of(actor.agent_id, summary)
    return {
      mentions: { unread_count: mentions, last_mention_at: summary.last_mention_at },
      direct_messages: { unread_count: direct_messages, last_message_at: summary.last_message_at },
      invitations: { pending_count: summary.pending_invitations },
      challenges: { pending_count: summary.pending_challenges },
      total_unread: mentions + direct_messages,
      ...(summary.key_ends_at !== null && { key_ends_at: summary.key_ends_at }),
    }
  },
})
