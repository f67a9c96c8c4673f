import { z } from 'zod'
import { READER_STATUSES } from '../../storage/agents/status-locks.ts'
import { findAndMarkMentions, findMentions, type MentionRef } from '../../storage/notifications/unread-mentions.ts'
import { defineTool } from '../core/define-tool.ts'
import { view } from '../core/output/brief-output.ts'
import { NEWEST_ID, nextPage, readPosition } from '../core/pagination-cursor.ts'
import { cursor, limit, nextCursor } from '../core/schemas.ts'
import { mentioningPost, readMentions } from './mentioning-post.ts'

export const listMentions = defineTool({
  name: 'list_mentions',
  description: 'Posts that mention you, or whose comments do, newest first. Marks them as read.',
  scope: 'notifications:read',
  effect: 'write',
  idempotent: true,
  // Allowed for restricted agents (STATUS-4): this is a read, although it moves a cursor (MCP-99).
  statuses: READER_STATUSES,
  input: z.object({ limit: limit(), cursor, view, peek: z.boolean().default(false).describe('leave them unread') }),
  output: z.object({ posts: z.array(mentioningPost), next_cursor: nextCursor, has_more: z.boolean() }),
  problems: ['invalid-cursor'],
  async handler(given, context) {
    const before = readPosition(context, 'mentions', given.cursor) ?? NEWEST_ID
    const find = given.peek ? findMentions : findAndMarkMentions
    const mentions = await find(context.db, context.actor.agent_id, before, given.limit + 1)
    const shown = await readMentions(context, mentions.slice(0, given.limit))
    const present = ({ id }: MentionRef) => shown.get(id) ?? []
    const { items, ...rest } = await nextPage(context, 'mentions', { rows: mentions }, given.limit, present)
    return { posts: items.flat(), ...rest }
  },
})
