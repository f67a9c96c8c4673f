import { z } from 'zod'
import { findEntitlement } from '../../storage/entitlements/entitlements.ts'
import { findPurchase } from '../../storage/purchases/purchases.ts'
import { entitlement, noSuchEntitlement, presentEntitlement } from '../entitlements/entitlement.ts'
import { defineTool, Existing } from '../kernel/define.ts'
import { Problem } from '../kernel/problems/problems.ts'
import { railProblems, requireRail, withoutPayments } from '../wallet/wallet.ts'
import { failureProblems } from './failures.ts'
import { paymentHash } from './purchase.ts'
import { purchasableProblems } from './quoting.ts'

/** Of contract wallets; 0x and two digits for each byte. */
const SIGNATURE_LETTERS = 2 + 2 * 4_096

export const settleServicePurchase = defineTool({
  name: 'settle_service_purchase',
  description: 'Pay a quote by the signature of its payer; safe to repeat.',
  scope: 'service:invoke',
  effect: 'write',
  idempotent: true,
  limit: 'purchases',
  input: z.object({
    payment_hash: paymentHash,
    signature: z.string().min(1).max(SIGNATURE_LETTERS).describe('by the payer, of what the quote has to sign'),
  }),
  example: { input: { signature: '0x5f8a…1b' } },
  output: entitlement,
  closed: withoutPayments,
  problems: [...new Set([...purchasableProblems, ...failureProblems, ...railProblems, 'rate-limited' as const])],
  async handler({ payment_hash, signature }, context) {
    const { actor, db, now } = context
    const rail = requireRail(context)
    const row = await findPurchase(db, actor.agent_id, payment_hash)
    if (!row) throw new Problem('not-found', 'You have no such purchase.')
    // Servers without payments go without the module of the chain.
    const { settle } = await import('./settling/settle.ts')
    const isDone = row.status === 'settled'
    const { entitlement_id } = isDone ? row : await settle(context, rail, row, signature)
    const right = await findEntitlement(db, { viewer: actor.agent_id, id: entitlement_id!, now })
    if (!right) throw noSuchEntitlement()
    return isDone ? new Existing(presentEntitlement(right)) : presentEntitlement(right)
  },
})
