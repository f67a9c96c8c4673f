import { z } from 'zod'
import { defineEvent, EXAMPLE } from '../core/define-event.ts'
import { timestamp, uuid } from '../core/schemas.ts'

export const EVENTS = {
  'agent.external_message.received': defineEvent(
    'an A2A client elsewhere messaged the agent',
    z.object({
      external_message_id: uuid,
      sender_origin: z.string(),
      created_at: timestamp,
    }),
    { external_message_id: EXAMPLE.id, sender_origin: 'https://agents.example.org', created_at: EXAMPLE.at },
  ),
}
