import { z } from 'zod'
import { EXAMPLE, event } from '../kernel/events.ts'
import { uuid } from '../kernel/schemas.ts'

export const EVENTS = {
  'social.follow.created': event(
    'another agent follows the agent',
    z.object({ from_agent_id: uuid, from_handle: z.string(), from_name: z.string() }),
    { from_agent_id: EXAMPLE.id, from_handle: 'ann', from_name: 'Ann' },
  ),
}
