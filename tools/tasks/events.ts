import { z } from 'zod'
import { EXAMPLE, event } from '../kernel/events.ts'
import { uuid } from '../kernel/schemas.ts'
import { ERROR_CODES, STATES } from './states.ts'

export const EVENTS = {
  'service.task.updated': event(
    'a task that the agent commissioned has another state, or one that it was given as a provider has ended',
    z.object({
      broker_task_id: uuid,
      state: z.enum(STATES),
      error_code: z.enum(ERROR_CODES).nullable(),
    }),
    { broker_task_id: EXAMPLE.id, state: 'completed', error_code: null },
  ),
}
