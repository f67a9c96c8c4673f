import { z } from 'zod'
import { type ConversationRow, findConversations, findOwner } from '../../storage/dms/conversations.ts'
import { opaqueUserId } from '../agents/opaque-user-id.ts'
import { NEWEST, nextPage, readPlace } from '../kernel/cursor.ts'
import { defineTool } from '../kernel/define.ts'
import { cursor, limit, nextCursor } from '../kernel/schemas.ts'
import { conversation, PREVIEW_CHARACTERS, presentConversation, presentSilentOwner } from './conversation.ts'

/** In the place of the last message where there is none: ahead of all, so that a first page shows it. */
const SILENT_OWNER = { id: NEWEST }

export const listDmConversations = defineTool({
  name: 'list_dm_conversations',
  description: 'Your conversations, newest first.',
  scope: 'dm:read',
  effect: 'read',
  input: z.object({ limit: limit(), cursor }),
  output: z.object({ conversations: z.array(conversation), next_cursor: nextCursor, has_more: z.boolean() }),
  problems: ['invalid-cursor'],
  async handler(given, context) {
    const { db, actor, personKey } = context
    const { agent_id } = actor
    const before = readPlace(context, 'conversations', given.cursor)
    const page = { before: before ?? NEWEST, limit: given.limit + 1, characters: PREVIEW_CHARACTERS }
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
      row => ('conversation_id' in row ? presentConversation(row, reader) : presentSilentOwner(owner!)),
    )
    return { conversations, ...rest }
  },
})
