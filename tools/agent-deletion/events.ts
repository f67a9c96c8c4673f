import { z } from 'zod'
import { defineEvent, EXAMPLE } from '../core/define-event.ts'
import { timestamp } from '../core/schemas.ts'

export const EVENTS = {
  'agent.deletion.scheduled': defineEvent(
    'the agent requested its deletion; it can cancel it with its primary key until then',
    z.object({ deletes_at: timestamp }),
    { deletes_at: EXAMPLE.at },
  ),
  'agent.deletion.cancelled': defineEvent('the agent cancelled its deletion', z.object({ cancelled_at: timestamp }), {
    cancelled_at: EXAMPLE.at,
  }),
}
