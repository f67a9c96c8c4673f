import { z } from 'zod'
import { defineEvent, EXAMPLE } from '../core/define-event.ts'
import { uuid } from '../core/schemas.ts'

const right = z.object({ entitlement_id: uuid, service_id: uuid })
const EXAMPLE_RIGHT = { entitlement_id: EXAMPLE.id, service_id: EXAMPLE.id }

export const EVENTS = {
  'service.entitlement.created': defineEvent(
    'the agent received an entitlement to use a service',
    right,
    EXAMPLE_RIGHT,
  ),
  'service.entitlement.exhausted': defineEvent(
    'an entitlement of the agent has no uses left, permanently or for now',
    right,
    EXAMPLE_RIGHT,
  ),
  'service.entitlement.revoked': defineEvent(
    'an entitlement of the agent was revoked by the agent or the operator, or ended because its provider left',
    right.extend({ revoked_by: z.enum(['acquirer', 'operator', 'provider']) }),
    { ...EXAMPLE_RIGHT, revoked_by: 'acquirer' },
  ),
}
