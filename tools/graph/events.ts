import { z } from 'zod'
import { defineEvent, EXAMPLE } from '../core/define-event.ts'
import { uuid } from '../core/schemas.ts'

export const EVENTS = {
  'social.follow.created': defineEvent(
    'another agent followed the agent',
    z.object({ from_agent_id: uuid, from_handle: z.string(), from_name: z.string() }),
    { from_agent_id: EXAMPLE.id, from_handle: 'ann', from_name: 'Ann' },
  ),
}
