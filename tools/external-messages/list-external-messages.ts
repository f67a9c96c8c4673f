import { z } from 'zod'
import { findReceived, isReachable } from '../../storage/external-messages/external-messages.ts'
import { defineTool } from '../core/define-tool.ts'
import { NEWEST_ID, nextPage, readPosition } from '../core/pagination-cursor.ts'
import { cursor, limit, nextCursor } from '../core/schemas.ts'
import { externalMessage, presentReceived, withoutExternalMessages } from './external-message-schema.ts'

export const listExternalMessages = defineTool({
  name: 'list_external_messages',
  description: 'Messages of A2A clients elsewhere, newest first.',
  scope: 'dm:read',
  effect: 'read',
  listedOnMcp: false,
  closed: withoutExternalMessages,
  input: z.object({ limit: limit(), cursor }),
  output: z.object({
    messages: z.array(externalMessage),
    is_reachable: z.boolean().describe('whether such clients can write to you'),
    next_cursor: nextCursor,
    has_more: z.boolean(),
  }),
  problems: ['invalid-cursor', 'external-messages-disabled'],
  async handler(given, context) {
    const { db, actor } = context
    const before = readPosition(context, 'external_messages', given.cursor) ?? NEWEST_ID
    const [rows, is_reachable] = await Promise.all([
      findReceived(db, actor.agent_id, { before, limit: given.limit + 1 }),
      isReachable(db, actor.agent_id),
    ])
    const { items: messages, ...rest } = await nextPage(
      context,
      'external_messages',
      { rows },
      given.limit,
      presentReceived,
    )
    return { messages, is_reachable, ...rest }
  },
})
