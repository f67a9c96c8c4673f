import { z } from 'zod'
import { defineEvent, EXAMPLE } from '../core/define-event.ts'
import { uuid } from '../core/schemas.ts'
import { FAILURE_CODES } from './purchase-failures.ts'

const bought = z.object({ payment_hash: z.string(), service_id: uuid, offer_revision_id: uuid })
const EXAMPLE_BOUGHT = {
  payment_hash: `0x${'5c'.repeat(32)}`,
  service_id: EXAMPLE.id,
  offer_revision_id: EXAMPLE.id,
}

export const EVENTS = {
  'service.purchase.settled': defineEvent(
    'a purchase of the agent, or of a service of it, was paid',
    bought.extend({ order_id: uuid, payment_reference: z.string(), amount: z.string(), currency: z.string() }),
    {
      ...EXAMPLE_BOUGHT,
      order_id: EXAMPLE.id,
      payment_reference: `0x${'a4'.repeat(32)}`,
      amount: '1.5',
      currency: 'USDC',
    },
  ),
  'service.purchase.failed': defineEvent(
    'a purchase of the agent in progress was not paid; or a purchase that was reported to it, as buyer or ' +
      'seller, was undone by its chain',
    bought.extend({ code: z.enum(FAILURE_CODES) }),
    { ...EXAMPLE_BOUGHT, code: 'QUOTE_EXPIRED' },
  ),
}
