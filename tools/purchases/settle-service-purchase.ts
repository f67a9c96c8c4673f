import { z } from 'zod'
import { findPurchase } from '../../storage/purchases/purchase-rows.ts'
import { defineTool, Existing } from '../core/define-tool.ts'
import { heldCall, holdProblems } from '../core/holdable.ts'
import { Problem } from '../core/problems/problem.ts'
import { entitlementSchema } from '../entitlements/entitlement-schema.ts'
import { railProblems, requireRail, withoutPayments } from '../wallet/wallet-schema.ts'
import { holdPurchase } from './hold-purchase.ts'
import { failureProblems } from './purchase-failures.ts'
import { paymentHash, SIGNATURE_LETTERS } from './purchase-schema.ts'
import { purchasableProblems } from './quotable.ts'

const others = ['rate-limited', 'storage-quota-exceeded'] as const

export const settleServicePurchase = defineTool({
  name: 'settle_service_purchase',
  description: 'Pay a quote with the signature of its payer. Safe to repeat.',
  scope: 'service:invoke',
  effect: 'write',
  idempotent: true,
  limit: 'purchases',
  input: z.object({
    payment_hash: paymentHash,
    signature: z.string().min(1).max(SIGNATURE_LETTERS).describe('by the payer, of the signing payload'),
  }),
  example: { input: { signature: '0x5f8a…1b' } },
  output: entitlementSchema,
  pending: heldCall,
  holds: holdPurchase,
  closed: withoutPayments,
  problems: [...new Set([...purchasableProblems, ...failureProblems, ...railProblems, ...holdProblems, ...others])],
  async handler({ payment_hash, signature }, context) {
    const { actor, db } = context
    const rail = requireRail(context)
    const row = await findPurchase(db, actor.agent_id, payment_hash)
    if (!row) throw new Problem('not-found', 'You have no such purchase.')
    // Loaded lazily, since servers without payments do not need the chain module.
    const { settleForEntitlement } = await import('./settlement/settled-entitlement.ts')
    const { entitlement } = await settleForEntitlement(context, rail, row, signature)
    return row.status === 'settled' ? new Existing(entitlement) : entitlement
  },
})
