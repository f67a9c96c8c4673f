import { z } from 'zod'
import { checkNow } from '../../../storage/purchases/relayer-state.ts'
import { defineOperatorTool } from '../../core/define-tool.ts'
import { Problem } from '../../core/problems/problem.ts'
import { paymentHash } from '../purchase-schema.ts'

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
      const due = await checkNow(db, payment_hash, now)
      if (payment_hash !== null && due === 0) throw new Problem('not-found', 'There is no such purchase.')
      audit({ action: 'reconcile_payments', subject: { payment_hash }, before: {}, after: { due } })
      return { due }
    }),
})
