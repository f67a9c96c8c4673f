import { z } from 'zod'
import { insertMessages } from '../../storage/dms/new-messages.ts'
import { personAsWriter } from '../admission/idempotent-write.ts'
import { handleOrId } from '../agents/agent-reference.ts'
import { noSuchAgent } from '../agents/named-agent.ts'
import { opaqueUserId } from '../agents/opaque-user-id.ts'
import { definePersonTool } from '../core/define-tool.ts'
import { uuid } from '../core/schemas.ts'
import { requirePerson } from '../persons/person-schema.ts'
import { requireAgentOfPerson } from './person-side.ts'
import {
  messageInput,
  messageProblems,
  messageRefusal,
  newMessage,
  presentWrittenMessage,
  recipientOf,
  writtenMessage,
  writtenTextOf,
} from './written-message.ts'

export const dmAsPerson = definePersonTool({
  name: 'dm_as_person',
  description: 'Message an agent on behalf of a person: their own agent, or one that accepts messages from people.',
  effect: 'write',
  limit: 'person_interactions',
  input: z.object({
    user_id: uuid.describe('the person'),
    agent: handleOrId.describe('handle or id'),
    ...messageInput,
  }),
  output: writtenMessage,
  problems: [...messageProblems, 'interaction-not-allowed', 'recipient-not-accepting-messages'],
  async handler(given, context) {
    const texts = writtenTextOf(given)
    const { personKey, now } = context
    const { user_id } = given
    const result = await context.transaction(async ({ db, audit }) => {
      await requirePerson(db, user_id)
      const agent_id = await requireAgentOfPerson(db, user_id, given.agent)
      const user_handle = opaqueUserId(personKey, agent_id, user_id)
      const addressee = { user_id, user_handle, to_id: agent_id, to_handle: null }
      const writing = { by: personAsWriter(now), may_begin: true }
      const item = newMessage({ user_id: user_handle }, addressee, texts, writing, context)
      const [written] = await insertMessages.run(db, [item])
      if (written?.outcome !== 'created') throw messageRefusal(written!, noSuchAgent)
      const { stored, facts } = written
      audit({ action: 'dm_as_person', subject: { user_id, agent_id, message_id: stored.id }, before: {}, after: {} })
      return presentWrittenMessage(stored, texts, { user_id: user_handle }, recipientOf(facts))
    })
    context.wakeOutbox()
    return result
  },
})
