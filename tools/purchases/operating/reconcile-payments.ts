import { z } from 'zod'
import { lookNow } from '../../../storage/purchases/standing.ts'
import { defineOperatorTool } from '../../kernel/define.ts'
import { Problem } from '../../kernel/problems/problems.ts'
import { paymentHash } from '../purchase.ts'

export const reconcilePayments = defineOperatorTool({
  name: 'reconcile_payments',
  description:
    'Have the servers ask the chain now what became of all payments that are under way or watched; or of one, though that was final.',
  effect: 'write',
  idempotent: true,
  input: z.object({ payment_hash: paymentHash.optional().describe('of one purchase') }),
  output: z.object({ due: z.int().describe('so many are asked about, within seconds where payments are on') }),
  problems: ['not-found'],
  handler: ({ payment_hash = null }, { now, transaction }) =>
    transaction(async ({ db, audit }) => {
      const due = await lookNow(db, payment_hash, now)
      if (payment_hash !== null && due === 0) throw new Problem('not-found', 'There is no such purchase.')
      audit({ action: 'reconcile_payments', subject: { payment_hash }, before: {}, after: { due } })
      return { due }
    }),
})
