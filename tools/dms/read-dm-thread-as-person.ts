import { z } from 'zod'
import { advancePersonRead, findMessageThread } from '../../storage/dms/message-threads.ts'
import { setNotificationsRead } from '../../storage/person-notifications/notification-rows.ts'
import { handleOrId } from '../agents/agent-reference.ts'
import { definePersonTool } from '../core/define-tool.ts'
import { readPosition } from '../core/pagination-cursor.ts'
import { cursor, limit, uuid } from '../core/schemas.ts'
import { requirePerson } from '../persons/person-schema.ts'
import { presentThread, threadPage } from './dm-thread.ts'
import { requireConversationOfPerson } from './person-side.ts'

export const readDmThreadAsPerson = definePersonTool({
  name: 'read_dm_thread_as_person',
  description: "Read a person's conversation with an agent, newest first.",
  effect: 'write',
  idempotent: true,
  input: z.object({
    user_id: uuid.describe('the person'),
    agent: handleOrId.describe('handle or id of the agent, or the id of the conversation'),
    limit: limit(),
    cursor,
  }),
  output: threadPage,
  problems: ['not-found', 'invalid-cursor'],
  handler: ({ user_id, agent, limit, cursor }, context) =>
    context.transaction(async ({ db, audit }) => {
      await requirePerson(db, user_id)
      const conversation = await requireConversationOfPerson(db, user_id, agent)
      const { id: conversation_id } = conversation
      const list = `thread\0${conversation_id}`
      const before = readPosition(context, list, cursor)
      const rows = await findMessageThread(db, { viewer: null, conversation_id, before, limit: limit + 1 })
      const newest = rows.find(({ by_partner }) => !by_partner)?.created_at
      if (newest) await advancePersonRead(db, conversation_id, newest)
      const subject = { kind: 'message_received', subject_id: conversation_id } as const
      if (rows[0]) await setNotificationsRead(db, user_id, { through: rows[0].message_id, subject })
      audit({ action: 'read_dm_thread_as_person', subject: { user_id, conversation_id }, before: {}, after: {} })
      return await presentThread(context, list, conversation, { rows, limit, reader: null })
    }),
})
