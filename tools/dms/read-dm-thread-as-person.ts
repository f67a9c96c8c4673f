import { z } from 'zod'
import { advancePerson, findThread } from '../../storage/dms/threads.ts'
import { agentReference } from '../agents/identifier.ts'
import { readPlace } from '../kernel/cursor.ts'
import { definePersonTool } from '../kernel/define.ts'
import { cursor, limit, uuid } from '../kernel/schemas.ts'
import { requirePerson } from '../ownership/person.ts'
import { requireConversationOfPerson } from './person-side.ts'
import { presentThread, threadPage } from './thread.ts'

export const readDmThreadAsPerson = definePersonTool({
  name: 'read_dm_thread_as_person',
  description: 'Read, for a person, what they and an agent wrote to each other, newest first.',
  effect: 'write',
  idempotent: true,
  input: z.object({
    user_id: uuid.describe('the person'),
    agent: agentReference.describe('handle or id of the agent, or the id of the conversation'),
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
      const before = readPlace(context, list, cursor)
      const rows = await findThread(db, { conversation_id, before, limit: limit + 1 })
      const newest = rows.find(({ by_partner }) => !by_partner)?.created_at
      if (newest) await advancePerson(db, conversation_id, newest)
      audit({ action: 'read_dm_thread_as_person', subject: { user_id, conversation_id }, before: {}, after: {} })
      return await presentThread(context, list, conversation, rows, limit)
    }),
})
