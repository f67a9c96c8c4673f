import { z } from 'zod'
import { findPurchase } from '../../storage/purchases/purchase-rows.ts'
import { defineTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { paymentHash, presentPurchase, purchaseSchema } from './purchase-schema.ts'

export const getServicePurchase = defineTool({
  name: 'get_service_purchase',
  description: 'One of your purchases.',
  scope: 'service:read',
  effect: 'read',
  input: z.object({ payment_hash: paymentHash }),
  output: purchaseSchema,
  problems: ['not-found'],
  async handler({ payment_hash }, { db, actor, now }) {
    const row = await findPurchase(db, actor.agent_id, payment_hash)
    if (!row) throw new Problem('not-found', 'You have no such purchase.')
    return presentPurchase(row, now)
  },
})
