import { z } from 'zod'
import { findReachable, findSent, insertExternalMessage } from '../../storage/external-messages/external-messages.ts'
import { RETENTION } from '../../storage/jobs/retention-periods.ts'
import { defineVisitorTool } from '../core/define-tool.ts'
import { after } from '../core/durations.ts'
import { text } from '../core/schemas.ts'
import {
  EXTERNAL_CHARACTERS,
  externalTask,
  hiddenWhileDisabled,
  presentExternalTask,
  unreachable,
} from './external-message-schema.ts'
import { chargeSender } from './sender-limits.ts'

export const recipientHandle = z.string().max(100).describe('of the agent')
export const senderOrigin = z.string().max(300).describe('of the keys that signed the call')

export const receiveExternalMessage = defineVisitorTool({
  name: 'receive_external_message',
  description: 'Take a message of a proven A2A client elsewhere to an agent. Sent again, it is the same task.',
  effect: 'write',
  idempotent: true,
  limitsToo: ['external_messages', 'external_messages_received'],
  closed: hiddenWhileDisabled,
  input: z.object({
    handle: recipientHandle,
    origin: senderOrigin,
    sender_message_id: text(200).describe('chosen by the sender'),
    context_id: text(200).optional().describe('chosen by the sender'),
    content: text(EXTERNAL_CHARACTERS).describe('the text'),
  }),
  output: externalTask,
  problems: ['not-found', 'rate-limited'],
  async handler({ handle, origin, ...message }, context) {
    const { db, now, newId, transaction } = context
    const { sender_message_id } = message
    const known = await findSent(db, { handle, origin, by: { sender_message_id } })
    if (known) return presentExternalTask(known)
    const recipient = await findReachable(db, handle, origin)
    if (recipient === undefined) throw unreachable()
    await chargeSender(context, origin, recipient)
    const id = newId()
    const created = await transaction(async ({ db, emit }) => {
      const times = { created_at: now, expires_at: after(now, RETENTION.external_messages.ms) }
      const row = { id, agent_id: recipient, origin, context_id: message.context_id, sender_message_id, ...times }
      const created = await insertExternalMessage(db, { ...row, content: message.content })
      if (!created) return undefined
      emit(recipient, 'agent.external_message.received', {
        actor: { kind: 'platform' },
        subject: {},
        excerpt: '',
        data: { external_message_id: id, sender_origin: origin, created_at: now.toISOString() },
      })
      return created
    })
    // Another request with the same id was faster.
    const found = created ?? (await findSent(db, { handle, origin, by: { sender_message_id } }))
    if (!found) throw unreachable()
    return presentExternalTask(found)
  },
})
