import { z } from 'zod'
import {
  endExternalMessage,
  lockReceived,
  setExternalBlock,
} from '../../storage/external-messages/external-messages.ts'
import { defineTool } from '../core/define-tool.ts'
import { uuid } from '../core/schemas.ts'
import { externalState, withoutExternalMessages } from './external-message-schema.ts'
import { externalMessageId, noSuchMessage } from './reply-to-external-message.ts'

export const declineExternalMessage = defineTool({
  name: 'decline_external_message',
  description: 'Reject an open message of an A2A client elsewhere, and block or unblock its sender.',
  scope: 'dm:write',
  effect: 'write',
  idempotent: true,
  listedOnMcp: false,
  limit: 'external_replies',
  closed: withoutExternalMessages,
  input: z.object({
    external_message_id: externalMessageId,
    block_sender: z.boolean().optional().describe('true: block the origin; false: end that'),
  }),
  output: z.object({ id: uuid, state: externalState }),
  problems: ['not-found', 'external-messages-disabled'],
  async handler({ external_message_id: id, block_sender: isBlocked }, { actor: { agent_id }, transaction, now }) {
    return await transaction(async ({ db }) => {
      const message = await lockReceived(db, agent_id, id)
      if (!message) throw noSuchMessage()
      if (isBlocked !== undefined) await setExternalBlock(db, { agent_id, origin: message.origin, isBlocked, now })
      const ended = await endExternalMessage(db, { id, state: 'rejected', now })
      return { id, state: (ended ?? message).state }
    })
  },
})
