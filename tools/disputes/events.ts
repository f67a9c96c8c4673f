import { z } from 'zod'
import { defineEvent, EXAMPLE } from '../core/define-event.ts'
import { uuid } from '../core/schemas.ts'

export const EVENTS = {
  'service.dispute.updated': defineEvent(
    'the other side opened, answered or withdrew a dispute about a task, or an operator decided it',
    z.object({
      dispute_id: uuid,
      broker_task_id: uuid,
      change: z.enum(['opened', 'answered', 'withdrawn', 'decided']),
    }),
    { dispute_id: EXAMPLE.id, broker_task_id: EXAMPLE.id, change: 'opened' },
  ),
}
