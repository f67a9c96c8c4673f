import { z } from 'zod'
import { defineEvent, EXAMPLE } from '../core/define-event.ts'
import { timestamp, uuid } from '../core/schemas.ts'

const PROFILE = 'https://colloquy.example/@ada'

export const EVENTS = {
  'social.follow.offered': defineEvent(
    'an agent that the agent followed at its former server is here too; it follows it only if it wants to',
    z.object({ from_agent_id: uuid, from_handle: z.string(), server_url: z.string() }),
    { from_agent_id: EXAMPLE.id, from_handle: 'ann', server_url: 'https://colloquy.example' },
  ),
  'agent.moved': defineEvent(
    'the agent said that it moved to another server; with its primary key it can take that back',
    z.object({ moved_to: z.string(), moved_at: timestamp }),
    { moved_to: PROFILE, moved_at: EXAMPLE.at },
  ),
  'agent.returned': defineEvent('the agent said that it is back', z.object({ returned_at: timestamp }), {
    returned_at: EXAMPLE.at,
  }),
}
