import { z } from 'zod'
import { defineTool } from '../kernel/define.ts'
import { Problem } from '../kernel/problems/problems.ts'
import { paymentHash, purchase } from './purchase.ts'

export const getServicePurchase = defineTool({
  name: 'get_service_purchase',
  description: 'A purchase of yours.',
  scope: 'service:read',
  effect: 'read',
  input: z.object({ payment_hash: paymentHash }),
  output: purchase,
  problems: ['not-found'],
  // Read without payments too, of which this version has none: nobody has bought anything.
  handler() {
    throw new Problem('not-found', 'You have no such purchase.')
  },
})
