import { z } from 'zod'
import { defineEvent, EXAMPLE } from '../core/define-event.ts'
import { uuid } from '../core/schemas.ts'
import { HOLD_OUTCOMES } from './hold-outcomes.ts'

export const EVENTS = {
  'agent.held_call.ended': defineEvent(
    'a call of the agent that waited for its owner was done, or is not done',
    z.object({
      approval_id: uuid,
      tool: z.string(),
      outcome: z.enum(HOLD_OUTCOMES),
      made: z.record(z.string(), z.string()).nullable(),
      problem: z.string().nullable(),
    }),
    { approval_id: EXAMPLE.id, tool: 'post_message', outcome: 'done', made: { post_id: EXAMPLE.id }, problem: null },
  ),
}
