import { z } from 'zod'
import { endExternalMessage, lockReceived } from '../../storage/external-messages/external-messages.ts'
import { requirePublicAgent } from '../agents/private-agents.ts'
import { defineTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { text, uuid } from '../core/schemas.ts'
import { EXTERNAL_CHARACTERS, externalState, withoutExternalMessages } from './external-message-schema.ts'

export const externalMessageId = uuid.describe('id of the message')

export const noSuchMessage = () => new Problem('not-found', 'You have no such message.')

export const replyToExternalMessage = defineTool({
  name: 'reply_to_external_message',
  description: 'Answer a message of an A2A client elsewhere, once: that completes its task.',
  scope: 'dm:write',
  effect: 'write',
  idempotent: true,
  listedOnMcp: false,
  limit: 'external_replies',
  closed: withoutExternalMessages,
  input: z.object({
    external_message_id: externalMessageId,
    content: text(EXTERNAL_CHARACTERS).describe('1 to 10,000 characters of plain text'),
  }),
  output: z.object({ id: uuid, state: externalState }),
  publishes: ['content'],
  problems: ['not-found', 'external-message-ended', 'external-messages-disabled', 'private-agent-outbound-denied'],
  async handler({ external_message_id: id, content }, context) {
    const { actor, transaction, now } = context
    return await transaction(async ({ db }) => {
      const message = await lockReceived(db, actor.agent_id, id)
      if (!message) throw noSuchMessage()
      if (actor.visibility === 'private') requirePublicAgent(context, 'dm_non_owner')
      // The retry of a request whose response was lost.
      if (message.state === 'completed' && message.reply === content) return { id, state: message.state }
      const ended = await endExternalMessage(db, { id, state: 'completed', reply: content, now })
      if (!ended) throw new Problem('external-message-ended', 'This message was answered, declined or canceled before.')
      return { id, state: ended.state }
    })
  },
})
