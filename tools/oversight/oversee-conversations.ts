import { z } from 'zod'
import { listOverseenConversations } from '../../storage/oversight/overseen-conversations.ts'
import { handleOrId } from '../agents/agent-reference.ts'
import { definePersonTool } from '../core/define-tool.ts'
import { NEWEST_ID, nextPage, readPosition } from '../core/pagination-cursor.ts'
import { cursor, limit, nextCursor, uuid } from '../core/schemas.ts'
import { DM_PREVIEW_CHARACTERS } from '../dms/conversation-schema.ts'
import { recordAccess } from './audited-read.ts'
import { overseenConversation, presentOverseenConversation, requireOwnAgent } from './overseen-conversation.ts'

export const overseeConversations = definePersonTool({
  name: 'oversee_conversations',
  description: 'The conversations of one or all agents of a person, most recent first. The agents are notified.',
  effect: 'read',
  input: z.object({
    user_id: uuid.describe('the person'),
    agent: handleOrId.describe('handle or id of one of their agents').optional(),
    limit: limit(),
    cursor,
  }),
  output: z.object({ conversations: z.array(overseenConversation), next_cursor: nextCursor }),
  problems: ['not-found', 'invalid-cursor'],
  async handler({ user_id, agent, limit, cursor }, context) {
    const list = `overseen conversations ${user_id} ${agent ?? ''}`
    const before = readPosition(context, list, cursor) ?? NEWEST_ID
    const { rows, end } = await recordAccess(context, {
      user_id,
      async read(db, own) {
        const agent_id = agent === undefined ? null : await requireOwnAgent(db, own, agent)
        const page = { before, limit: limit + 1, characters: DM_PREVIEW_CHARACTERS }
        const seen = await listOverseenConversations(db, { user_id, agent_id }, page)
        const agent_ids =
          agent_id === null ? own : [agent_id, ...seen.rows.flatMap(row => [row.agent_id, row.partner_id])]
        return { seen, at: { looked_at_what: 'conversations', agent_ids } }
      },
    })
    const shown = await nextPage(context, list, { rows, end }, limit, presentOverseenConversation)
    return { conversations: shown.items, next_cursor: shown.next_cursor }
  },
})
