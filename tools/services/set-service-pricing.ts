import { z } from 'zod'
import { CYCLES, PRICING_MODELS, updatePricing } from '../../storage/services/services.ts'
import { defineTool } from '../kernel/define.ts'
import { mintProblems, mintRevision } from '../offers/mint.ts'
import { withoutPayments } from '../wallet/wallet.ts'
import { mutableProblems, presentService, requireMutable, service, serviceId } from './service.ts'

const MOST_USES = 1_000_000_000

const input = z
  .object({
    service_id: serviceId,
    model: z.enum(PRICING_MODELS).describe('how it is paid'),
    amount: z
      .string()
      .regex(/^(?=.*[1-9])\d{1,18}(\.\d{1,18})?$/, 'must be a decimal above 0, as "1.50"')
      .optional()
      .describe('a decimal, as text; none where it is free'),
    currency: z.string().min(1).max(16).optional().describe('of the amount'),
    limit_per_cycle: z.int().min(1).max(MOST_USES).nullable().default(null).describe('uses in a cycle; null: no limit'),
    cycle: z.enum(CYCLES).default('total').describe('UTC day or month; total: never begins anew'),
  })
  .refine(({ model, amount }) => (model === 'free') === (amount === undefined), {
    path: ['amount'],
    message: 'belongs to every model but free',
  })
  .refine(({ model, currency }) => (model === 'free') === (currency === undefined), {
    path: ['currency'],
    message: 'belongs to every model but free',
  })

export const setServicePricing = defineTool({
  name: 'set_service_pricing',
  description: 'Set what a service costs, and how often it may be used.',
  scope: null,
  effect: 'write',
  idempotent: true,
  limit: 'service_changes',
  input,
  example: { input: { model: 'free', limit_per_cycle: 10, cycle: 'day' } },
  output: service,
  problems: [...mutableProblems, ...mintProblems, 'wallet-unavailable'],
  async handler({ service_id, model, limit_per_cycle, cycle }, context) {
    const settings = await context.settings()
    return await context.transaction(async scope => {
      const { db } = scope
      await requireMutable(context, db, service_id)
      if (model !== 'free') throw withoutPayments(settings)
      const pricing = { model, amount: null, currency: null, limit_per_cycle, cycle }
      await updatePricing(db, service_id, pricing, context.now)
      await mintRevision(scope, service_id, context)
      return presentService(await requireMutable(context, db, service_id))
    })
  },
})
