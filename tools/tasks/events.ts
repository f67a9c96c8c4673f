import { z } from 'zod'
import { defineEvent, EXAMPLE } from '../core/define-event.ts'
import { uuid } from '../core/schemas.ts'
import { ERROR_CODES, TASK_STATES } from './task-states.ts'

export const EVENTS = {
  'service.task.updated': defineEvent(
    'a task that the agent created changed its state, or a task that it received as a provider ended',
    z.object({
      broker_task_id: uuid,
      state: z.enum(TASK_STATES),
      error_code: z.enum(ERROR_CODES).nullable(),
    }),
    { broker_task_id: EXAMPLE.id, state: 'completed', error_code: null },
  ),
}
