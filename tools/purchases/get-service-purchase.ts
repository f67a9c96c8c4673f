import { z } from 'zod'
import { findPurchase } from '../../storage/purchases/purchases.ts'
import { defineTool } from '../kernel/define.ts'
import { Problem } from '../kernel/problems/problems.ts'
import { paymentHash, presentPurchase, purchase } from './purchase.ts'

export const getServicePurchase = defineTool({
  name: 'get_service_purchase',
  description: 'A purchase of yours.',
  scope: 'service:read',
  effect: 'read',
  input: z.object({ payment_hash: paymentHash }),
  output: purchase,
  problems: ['not-found'],
  async handler({ payment_hash }, { db, actor, now }) {
    const row = await findPurchase(db, actor.agent_id, payment_hash)
    if (!row) throw new Problem('not-found', 'You have no such purchase.')
    return presentPurchase(row, now)
  },
})
