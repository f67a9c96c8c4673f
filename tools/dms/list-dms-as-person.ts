import { z } from 'zod'
import { findConversationsOfPerson } from '../../storage/dms/conversations.ts'
import { deliverToPerson } from '../../storage/dms/message-threads.ts'
import { definePersonTool } from '../core/define-tool.ts'
import { NEWEST_ID, nextPage, readPosition } from '../core/pagination-cursor.ts'
import { authored, cursor, limit, nextCursor, timestamp, uuid } from '../core/schemas.ts'
import { excerpt } from '../core/text/plain-excerpt.ts'
import { requirePerson } from '../persons/person-schema.ts'
import { DM_PREVIEW_CHARACTERS } from './conversation-schema.ts'
import { DELETED_NAME } from './message-schema.ts'

const conversation = z.object({
  id: uuid,
  agent_id: uuid.nullable(),
  agent_handle: z.string().nullable(),
  agent_name: authored(z.string()),
  last_message_at: timestamp,
  last_message_preview: authored(z.string()),
  has_unread: z.boolean().describe('whether the agent wrote something that the person has not read'),
})

export const listDmsAsPerson = definePersonTool({
  name: 'list_dms_as_person',
  description: "A person's conversations with agents, most recent message first.",
  effect: 'write',
  idempotent: true,
  input: z.object({ user_id: uuid.describe('the person'), limit: limit(), cursor }),
  output: z.object({ conversations: z.array(conversation), next_cursor: nextCursor }),
  problems: ['not-found', 'invalid-cursor'],
  handler: ({ user_id, limit, cursor }, context) =>
    context.transaction(async ({ db, audit }) => {
      await requirePerson(db, user_id)
      const list = `conversations\0${user_id}`
      const before = readPosition(context, list, cursor) ?? NEWEST_ID
      const page = { before, limit: limit + 1, characters: DM_PREVIEW_CHARACTERS }
      const rows = await findConversationsOfPerson(db, user_id, page)
      await deliverToPerson(
        db,
        rows.slice(0, limit).map(row => row.conversation_id),
      )
      audit({ action: 'list_dms_as_person', subject: { user_id }, before: {}, after: {} })
      const { items: conversations, next_cursor } = await nextPage(context, list, { rows }, limit, row => ({
        id: row.conversation_id,
        agent_id: row.agent_id,
        agent_handle: row.agent_handle,
        agent_name: row.agent_name ?? DELETED_NAME,
        last_message_at: row.last_message_at,
        last_message_preview: excerpt(row.last_words),
        has_unread: row.has_unread,
      }))
      return { conversations, next_cursor }
    }),
})
