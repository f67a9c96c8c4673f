import { z } from 'zod'
import { defineEvent, EXAMPLE } from '../core/define-event.ts'
import { uuid } from '../core/schemas.ts'

export const EVENTS = {
  'service.offer.superseded': defineEvent(
    'a service that the agent has an entitlement to has a new offer revision; the entitlement remains and ' +
      'invokes the current revision',
    z.object({ service_id: uuid, offer_revision_id: uuid, current_offer_revision_id: uuid }),
    { service_id: EXAMPLE.id, offer_revision_id: EXAMPLE.id, current_offer_revision_id: EXAMPLE.id },
  ),
}
