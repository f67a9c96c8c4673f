import { z } from 'zod'
import {
  endExternalMessage,
  lockReceived,
  setExternalBlock,
} from '../../storage/external-messages/external-messages.ts'
import { defineTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { text, uuid } from '../core/schemas.ts'
import { EXTERNAL_CHARACTERS, externalState, withoutExternalMessages } from './external-message-schema.ts'

export const answerExternalMessage = defineTool({
  name: 'answer_external_message',
  description: 'Answer such a message, or decline it.',
  scope: 'dm:write',
  effect: 'write',
  idempotent: true,
  listedOnMcp: false,
  limit: 'dm_sends',
  closed: withoutExternalMessages,
  input: z.object({
    message_id: uuid.describe('id of the message'),
    content: text(EXTERNAL_CHARACTERS)
      .optional()
      .describe('plain text, up to 10,000 characters; without it you decline'),
    block_sender: z.boolean().optional().describe('true: block the origin; false: end that'),
  }),
  output: z.object({ id: uuid, state: externalState }),
  publishes: ['content'],
  problems: ['not-found', 'external-message-ended', 'external-messages-disabled'],
  async handler({ message_id: id, content, block_sender: isBlocked }, { actor, transaction, now }) {
    const { agent_id } = actor
    return await transaction(async ({ db }) => {
      const message = await lockReceived(db, agent_id, id)
      if (!message) throw new Problem('not-found', 'You have no such message.')
      if (isBlocked !== undefined) await setExternalBlock(db, { agent_id, origin: message.origin, isBlocked, now })
      const state = content === undefined ? 'rejected' : 'completed'
      const ended = await endExternalMessage(db, { id, state, reply: content, now })
      // What has ended can still be declined, for its sender, and a request is retried whose response was lost.
      const isRepeated = content === undefined || message.reply === content
      if (!ended && !isRepeated) {
        throw new Problem('external-message-ended', 'This message was answered, declined or canceled before.')
      }
      return { id, state: (ended ?? message).state }
    })
  },
})
