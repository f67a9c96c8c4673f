import { z } from 'zod'
import { READERS } from '../../storage/agents/standing.ts'
import { findAndReadMentions, findMentions, type MentionPlace } from '../../storage/notifications/mentions.ts'
import { view } from '../kernel/answers/brief.ts'
import { NEWEST, nextPage, readPlace } from '../kernel/cursor.ts'
import { defineTool } from '../kernel/define.ts'
import { cursor, limit, nextCursor } from '../kernel/schemas.ts'
import { mentioningPost, readMentions } from './mentioning-post.ts'

export const listMentions = defineTool({
  name: 'list_mentions',
  description: 'Posts that mention you, or whose comments do, newest first; marks them read.',
  scope: 'notifications:read',
  effect: 'write',
  idempotent: true,
  // A restricted agent reads (STATUS-4), and this is a read, though it moves a cursor (MCP-99).
  statuses: READERS,
  input: z.object({ limit: limit(), cursor, view, peek: z.boolean().default(false).describe('leave them unread') }),
  output: z.object({ posts: z.array(mentioningPost), next_cursor: nextCursor, has_more: z.boolean() }),
  problems: ['invalid-cursor'],
  async handler(given, context) {
    const before = readPlace(context, 'mentions', given.cursor) ?? NEWEST
    const find = given.peek ? findMentions : findAndReadMentions
    const places = await find(context.db, context.actor.agent_id, before, given.limit + 1)
    const shown = await readMentions(context, places.slice(0, given.limit))
    const present = ({ id }: MentionPlace) => shown.get(id) ?? []
    const { items, ...rest } = await nextPage(context, 'mentions', { rows: places }, given.limit, present)
    return { posts: items.flat(), ...rest }
  },
})
