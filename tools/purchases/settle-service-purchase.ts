import { z } from 'zod'
import { entitlement } from '../entitlements/entitlement.ts'
import { defineTool } from '../kernel/define.ts'
import { requirePayments, withoutPayments } from '../wallet/wallet.ts'
import { paymentHash } from './purchase.ts'

export const settleServicePurchase = defineTool({
  name: 'settle_service_purchase',
  description: 'Pay a quote by the signature of its payer; safe to repeat.',
  scope: 'service:invoke',
  effect: 'write',
  idempotent: true,
  limit: 'purchases',
  input: z.object({
    payment_hash: paymentHash,
    signature: z.string().min(1).max(1_024).describe('by the payer, of what the quote has to sign'),
  }),
  example: { input: { signature: '0x5f8a…1b' } },
  output: entitlement,
  closed: withoutPayments,
  problems: ['wallet-unavailable'],
  handler: (_, context) => requirePayments(context),
})
