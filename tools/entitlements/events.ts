import { z } from 'zod'
import { defineEvent, EXAMPLE } from '../core/define-event.ts'
import { uuid } from '../core/schemas.ts'

const right = z.object({ entitlement_id: uuid, service_id: uuid })
const EXAMPLE_RIGHT = { entitlement_id: EXAMPLE.id, service_id: EXAMPLE.id }

export const EVENTS = {
  'service.entitlement.created': defineEvent('the agent was given a right to use a service', right, EXAMPLE_RIGHT),
  'service.entitlement.exhausted': defineEvent(
    'the last use that a right of the agent leaves, for now or for good, was taken',
    right,
    EXAMPLE_RIGHT,
  ),
  'service.entitlement.revoked': defineEvent(
    'a right of the agent was revoked, by itself or by the operator',
    right.extend({ revoked_by: z.enum(['acquirer', 'operator']) }),
    { ...EXAMPLE_RIGHT, revoked_by: 'acquirer' },
  ),
}
