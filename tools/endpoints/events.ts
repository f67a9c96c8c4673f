import { z } from 'zod'
import { defineEvent, EXAMPLE } from '../core/define-event.ts'
import { timestamp, uuid } from '../core/schemas.ts'

export const EVENTS = {
  'service.endpoint.health_changed': defineEvent(
    'the endpoint of a service of the agent stopped passing its checks, or passes them again',
    z.object({
      service_id: uuid,
      is_healthy: z.boolean(),
      code: z.string().nullable(),
      checked_at: timestamp,
      evidence_valid_until: timestamp.nullable(),
    }),
    {
      service_id: EXAMPLE.id,
      is_healthy: false,
      code: 'PROVIDER_TIMEOUT',
      checked_at: EXAMPLE.at,
      evidence_valid_until: EXAMPLE.at,
    },
  ),
}
