import { z } from 'zod'
import { findConversation } from '../../storage/dms/conversations.ts'
import { findSentMessage } from '../../storage/dms/message-threads.ts'
import { defineTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { uuid } from '../core/schemas.ts'
import { ACCEPTED, sharedDelivery } from './delivery-schema.ts'
import { readMessageDeliveries } from './message-deliveries.ts'

export const getMessageDelivery = defineTool({
  name: 'get_message_delivery',
  description: 'What became of a message that you sent.',
  scope: 'dm:read',
  effect: 'read',
  listedOnMcp: false,
  input: z.object({ message_id: uuid.describe('of a message that you sent') }),
  output: sharedDelivery,
  problems: ['not-found'],
  async handler({ message_id }, context) {
    const { db, actor } = context
    const sent = await findSentMessage(db, actor.agent_id, message_id)
    const conversation = sent && (await findConversation(db, actor.agent_id, sent.conversation_id))
    if (!conversation) throw new Problem('not-found', 'You have sent no message with this id.')
    const found = await readMessageDeliveries(context, actor.agent_id, conversation, [sent])
    return found.get(message_id) ?? ACCEPTED
  },
})
