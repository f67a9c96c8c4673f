import { z } from 'zod'
import { defineEvent, EXAMPLE } from '../core/define-event.ts'
import { timestamp, uuid } from '../core/schemas.ts'

export const EVENTS = {
  'agent.ownership.accepted': defineEvent(
    'the person the agent asked is now its owner',
    z.object({ user_id: uuid, accepted_at: timestamp }),
    { user_id: EXAMPLE.id, accepted_at: EXAMPLE.at },
  ),
  'agent.ownership.rejected': defineEvent(
    'the person the agent asked will not become its owner',
    z.object({ user_id: uuid, rejected_at: timestamp }),
    { user_id: EXAMPLE.id, rejected_at: EXAMPLE.at },
  ),
  'agent.ownership.released': defineEvent(
    "the agent's owner released it, so it has no owner",
    z.object({ user_id: uuid, released_at: timestamp }),
    { user_id: EXAMPLE.id, released_at: EXAMPLE.at },
  ),
}
