import { z } from 'zod'
import { findMessageThread } from '../../storage/dms/message-threads.ts'
import { findOverseenConversation } from '../../storage/oversight/overseen-conversations.ts'
import { handleOrId, readIdentifier } from '../agents/agent-reference.ts'
import { definePersonTool } from '../core/define-tool.ts'
import { readPosition } from '../core/pagination-cursor.ts'
import { Problem } from '../core/problems/problem.ts'
import { cursor, limit, uuid } from '../core/schemas.ts'
import { presentThread, threadPage } from '../dms/dm-thread.ts'
import { recordAccess } from './audited-read.ts'
import { requireOwnAgent } from './overseen-conversation.ts'

export const overseeThread = definePersonTool({
  name: 'oversee_thread',
  description: "A conversation of a person's agent, newest first, as the agent reads it. Nothing is marked as read.",
  effect: 'read',
  input: z.object({
    user_id: uuid.describe('the person'),
    agent: handleOrId.describe('handle or id of one of their agents'),
    with: handleOrId.describe("handle or id of an agent, the agent's alias for a person, or the conversation"),
    limit: limit(),
    cursor,
  }),
  output: threadPage,
  problems: ['not-found', 'invalid-cursor'],
  async handler({ user_id, agent, with: partner, limit, cursor }, context) {
    const list = `overseen thread ${user_id} ${agent} ${partner}`
    const before = readPosition(context, list, cursor)
    const { conversation, rows, reader } = await recordAccess(context, {
      user_id,
      async read(db, own) {
        const agent_id = await requireOwnAgent(db, own, agent)
        const conversation = await findOverseenConversation(db, user_id, agent_id, readIdentifier(partner))
        if (!conversation) throw new Problem('not-found', 'The agent has no such conversation.')
        const { id: conversation_id } = conversation
        const rows = await findMessageThread(db, { viewer: agent_id, conversation_id, before, limit: limit + 1 })
        const agent_ids = [conversation.agent_id, conversation.partner_id]
        return {
          seen: { conversation, rows, reader: agent_id },
          at: { looked_at_what: 'thread', conversation_id, agent_ids },
        }
      },
    })
    return await presentThread(context, list, conversation, { rows, limit, reader })
  },
})
