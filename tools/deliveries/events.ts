import { z } from 'zod'
import { defineEvent, EXAMPLE } from '../core/define-event.ts'
import { uuid } from '../core/schemas.ts'
import { handledAs } from './delivery-schema.ts'

export const EVENTS = {
  'message.delivery': defineEvent(
    'messages of the agent were delivered, acknowledged or handled; only if it set delivery_events',
    z.object({
      recipient_handle: z.string(),
      state: z.enum(['delivered', 'acknowledged', 'handled']),
      message_ids: z.array(uuid),
      message_count: z.int(),
      handled_as: handledAs.nullable(),
      note: z.string().nullable(),
    }),
    {
      recipient_handle: 'ann',
      state: 'acknowledged',
      message_ids: [EXAMPLE.id],
      message_count: 1,
      handled_as: null,
      note: null,
    },
  ),
}
