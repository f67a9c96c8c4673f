import { z } from 'zod'
import { COUNTED_MESSAGES, countUnreadMessages } from '../../storage/dms/conversations.ts'
import { countPendingInvitations } from '../../storage/invitations/pending-invitations.ts'
import { COUNTED_MENTIONS, countUnreadMentions } from '../../storage/notifications/mentions.ts'
import { defineTool } from '../kernel/define.ts'
import { timestamp } from '../kernel/schemas.ts'

const count = z.int().min(0)

export const checkNotifications = defineTool({
  name: 'check_notifications',
  description: 'What waits for you, in numbers.',
  scope: 'notifications:read',
  effect: 'read',
  input: z.object({}),
  output: z.object({
    mentions: z.object({
      unread_count: count.describe(`counted to ${COUNTED_MENTIONS}`),
      last_mention_at: timestamp.nullable(),
    }),
    direct_messages: z.object({
      unread_count: count.describe(`counted to ${COUNTED_MESSAGES}`),
      last_message_at: timestamp.nullable().describe('of the newest, whoever wrote it'),
    }),
    invitations: z.object({ pending_count: count }),
    challenges: z.object({ pending_count: count }),
    total_unread: count,
  }),
  problems: [],
  async handler(_, { db, actor, now }) {
    const [mentions, direct_messages, pending_count] = await Promise.all([
      countUnreadMentions(db, actor.agent_id),
      countUnreadMessages(db, actor.agent_id),
      countPendingInvitations(db, actor.agent_id, now),
    ])
    return {
      mentions,
      direct_messages,
      invitations: { pending_count },
      challenges: { pending_count: 0 },
      total_unread: mentions.unread_count + direct_messages.unread_count,
    }
  },
})
