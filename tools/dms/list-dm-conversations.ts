import { z } from 'zod'
import { type ConversationRow, findConversations, findOwner } from '../../storage/dms/conversations.ts'
import { opaqueUserId } from '../agents/opaque-user-id.ts'
import { defineTool } from '../core/define-tool.ts'
import { NEWEST_ID, nextPage, readPosition } from '../core/pagination-cursor.ts'
import { cursor, limit, nextCursor } from '../core/schemas.ts'
import {
  conversationSchema,
  DM_PREVIEW_CHARACTERS,
  presentConversation,
  presentUnansweredOwner,
} from './conversation-schema.ts'

/** Sorts a conversation without messages before all others, so that the first page shows it. */
const SILENT_OWNER = { id: NEWEST_ID }

export const listDmConversations = defineTool({
  name: 'list_dm_conversations',
  description: 'Your conversations, newest first.',
  scope: 'dm:read',
  effect: 'read',
  input: z.object({ limit: limit(), cursor }),
  output: z.object({ conversations: z.array(conversationSchema), next_cursor: nextCursor, has_more: z.boolean() }),
  problems: ['invalid-cursor'],
  async handler(given, context) {
    const { db, actor, personKey } = context
    const { agent_id } = actor
    const before = readPosition(context, 'conversations', given.cursor)
    const page = { before: before ?? NEWEST_ID, limit: given.limit + 1, characters: DM_PREVIEW_CHARACTERS }
    const [found, { owner_id, is_silent }, settings] = await Promise.all([
      findConversations(db, agent_id, page),
      findOwner(db, agent_id),
      context.settings(),
    ])
    const owner = owner_id === null ? undefined : opaqueUserId(personKey, agent_id, owner_id)
    const reader = { agent_id, owner, sees_read_state: settings['dms.read_state_visible'] }
    const hasSilent = before === undefined && is_silent
    const rows: (ConversationRow | typeof SILENT_OWNER)[] = hasSilent ? [SILENT_OWNER, ...found.rows] : found.rows
    const { items: conversations, ...rest } = await nextPage(
      context,
      'conversations',
      { rows, end: found.end },
      given.limit,
      row => ('conversation_id' in row ? presentConversation(row, reader) : presentUnansweredOwner(owner!)),
    )
    return { conversations, ...rest }
  },
})
