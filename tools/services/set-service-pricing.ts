import { z } from 'zod'
import { BILLING_CYCLES, PRICING_MODELS, updatePricing } from '../../storage/services/service-rows.ts'
import { findWallet } from '../../storage/wallet/wallet-rows.ts'
import { defineTool } from '../core/define-tool.ts'
import type { Rail } from '../core/payment-rail.ts'
import { faulty } from '../core/problems/input-faults.ts'
import { mintProblems, mintRevision } from '../offers/mint.ts'
import { payeeMissing, railProblems, requireRail, withoutPayments } from '../wallet/wallet-schema.ts'
import { mutableProblems, presentService, requireMutable, serviceId, serviceSchema } from './service-schema.ts'

const MOST_USES = 1_000_000_000

const input = z
  .object({
    service_id: serviceId,
    model: z.enum(PRICING_MODELS).describe('pricing model'),
    amount: z
      .string()
      .regex(/^(?=.*[1-9])\d{1,18}(\.\d{1,18})?$/, 'must be a decimal above 0, such as "1.50"')
      .optional()
      .describe('a decimal, as text; omit if free'),
    currency: z.string().min(1).max(16).optional().describe('of the amount'),
    limit_per_cycle: z
      .int()
      .min(1)
      .max(MOST_USES)
      .nullish()
      .describe('uses per cycle; null or omitted: unlimited, except 1 for one_time'),
    cycle: z.enum(BILLING_CYCLES).default('total').describe('UTC day or month; total: never resets'),
  })
  .refine(({ model, amount }) => (model === 'free') === (amount === undefined), {
    path: ['amount'],
    message: 'is required for every model except free',
  })
  .refine(({ model, currency }) => (model === 'free') === (currency === undefined), {
    path: ['currency'],
    message: 'is required for every model except free',
  })
  .refine(({ model, cycle }) => model !== 'one_time' || cycle === 'total', {
    path: ['cycle'],
    message: 'must be total for one_time',
  })

export const setServicePricing = defineTool({
  name: 'set_service_pricing',
  description: 'Set the price of a service and how often it may be used.',
  scope: null,
  effect: 'write',
  idempotent: true,
  limit: 'service_changes',
  input,
  example: { input: { model: 'free', limit_per_cycle: 10, cycle: 'day' } },
  output: serviceSchema,
  problems: [...mutableProblems, ...mintProblems, ...railProblems, 'payee-wallet-missing'],
  async handler({ service_id, ...requested }, context) {
    const settings = await context.settings()
    // Loaded lazily, since servers without payments do not need the chain module.
    const money = requested.model === 'free' ? undefined : await import('../wallet/amounts.ts')
    return await context.transaction(async scope => {
      const { db } = scope
      const { invocation_mode } = await requireMutable(context, db, service_id)
      if (money) {
        const refusal = withoutPayments(settings, context.payments)
        if (refusal) throw refusal
        if (invocation_mode !== 'aui_task')
          throw faulty('model', 'must be free for a service used through direct messages')
        requirePayable(requested, requireRail(context), money.atomsOf)
        const wallet = await findWallet(db, context.actor.agent_id)
        if (!wallet?.address) throw payeeMissing()
      }
      await updatePricing(db, service_id, pricingOf(requested), context.now)
      await mintRevision(scope, service_id, context)
      return presentService(await requireMutable(context, db, service_id))
    })
  },
})

type RequestedPricing = Omit<z.output<typeof input>, 'service_id'>

function pricingOf({ model, amount, currency, limit_per_cycle, cycle }: RequestedPricing) {
  const usual = model === 'one_time' ? 1 : null
  const limit = limit_per_cycle === undefined ? usual : limit_per_cycle
  return { model, amount: amount ?? null, currency: currency ?? null, limit_per_cycle: limit, cycle }
}

type AtomsOf = (amount: string, decimals: number) => bigint | undefined

/** A price is in the payment currency, with at most its number of decimals (SVC-53). */
function requirePayable({ amount = '', currency }: RequestedPricing, rail: Rail, atomsOf: AtomsOf): void {
  if (currency !== rail.currency)
    throw faulty('currency', `must be ${rail.currency}, the payment currency of this server`)
  if (atomsOf(amount, rail.decimals) === undefined) {
    throw faulty('amount', `must have at most ${rail.decimals} decimals, like ${rail.currency}`)
  }
}
