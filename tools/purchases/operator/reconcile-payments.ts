import { z } from 'zod'
import { checkNow } from '../../../storage/purchases/relayer-state.ts'
import { defineOperatorTool } from '../../core/define-tool.ts'
import { Problem } from '../../core/problems/problem.ts'
import { paymentHash } from '../purchase-schema.ts'

export const reconcilePayments = defineOperatorTool({
  name: 'reconcile_payments',
  description: 'Check the chain now for all payments in progress or watched, or for one payment even if it is final.',
  effect: 'write',
  idempotent: true,
  input: z.object({ payment_hash: paymentHash.optional().describe('of one purchase') }),
  output: z.object({ due: z.int().describe('number of payments that are checked, within seconds if payments are on') }),
  problems: ['not-found'],
  handler: ({ payment_hash = null }, { now, transaction }) =>
    transaction(async ({ db, audit }) => {
      const due = await checkNow(db, payment_hash, now)
      if (payment_hash !== null && due === 0) throw new Problem('not-found', 'This purchase does not exist.')
      audit({ action: 'reconcile_payments', subject: { payment_hash }, before: {}, after: { due } })
      return { due }
    }),
})
