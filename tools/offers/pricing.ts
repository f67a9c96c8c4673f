import { z } from 'zod'
import { BILLING_CYCLES, PRICING_MODELS } from '../../storage/services/service-rows.ts'
import { COMPONENTS } from '../core/tool-json-schema.ts'

export const pricing = z
  .object({
    model: z.enum(PRICING_MODELS),
    amount: z.string().nullable().describe('a decimal'),
    currency: z.string().nullable(),
    limit_per_cycle: z.int().nullable().describe('null: no limit'),
    cycle: z.enum(BILLING_CYCLES),
  })
  .register(COMPONENTS, { id: 'ServicePricing' })
