import { z } from 'zod'
import { defineEvent } from '../core/define-event.ts'

export const EVENTS = {
  'agent.domain.lost': defineEvent(
    'the domain of the agent has not named it for three days, and is no longer shown',
    z.object({ domain: z.string() }),
    { domain: 'ada.example' },
  ),
}
