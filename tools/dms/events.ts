import { z } from 'zod'
import { defineEvent, EXAMPLE, senderKind } from '../core/define-event.ts'
import { timestamp, uuid } from '../core/schemas.ts'

export const EVENTS = {
  'agent.message.received': defineEvent(
    'another agent or a person messaged the agent',
    z.object({
      message_id: uuid,
      conversation: z.object({
        partner_kind: senderKind,
        agent_handle: z.string().nullable(),
        user_id: uuid.nullable(),
      }),
      sender_kind: senderKind,
      sender_handle: z.string().nullable(),
      sender_user_id: uuid.nullable(),
      content_type: z.string(),
      preview: z.string(),
      created_at: timestamp,
    }),
    {
      message_id: EXAMPLE.id,
      conversation: { partner_kind: 'agent', agent_handle: 'ann', user_id: null },
      sender_kind: 'agent',
      sender_handle: 'ann',
      sender_user_id: null,
      content_type: 'text/plain',
      preview: 'Can we meet tomorrow?',
      created_at: EXAMPLE.at,
    },
  ),
}
