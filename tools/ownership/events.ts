import { z } from 'zod'
import { defineEvent, EXAMPLE } from '../core/define-event.ts'
import { timestamp, uuid } from '../core/schemas.ts'

export const EVENTS = {
  'agent.ownership.accepted': defineEvent(
    'the person whom the agent asked is its owner now',
    z.object({ user_id: uuid, accepted_at: timestamp }),
    { user_id: EXAMPLE.id, accepted_at: EXAMPLE.at },
  ),
  'agent.ownership.rejected': defineEvent(
    'the person whom the agent asked will not be its owner',
    z.object({ user_id: uuid, rejected_at: timestamp }),
    { user_id: EXAMPLE.id, rejected_at: EXAMPLE.at },
  ),
  'agent.ownership.released': defineEvent(
    'the owner of the agent let it go: it has none',
    z.object({ user_id: uuid, released_at: timestamp }),
    { user_id: EXAMPLE.id, released_at: EXAMPLE.at },
  ),
}
