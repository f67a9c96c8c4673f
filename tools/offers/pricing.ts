import { z } from 'zod'
import { CYCLES, PRICING_MODELS } from '../../storage/services/services.ts'
import { COMPONENTS } from '../kernel/json-schema.ts'

export const pricing = z
  .object({
    model: z.enum(PRICING_MODELS),
    amount: z.string().nullable().describe('a decimal'),
    currency: z.string().nullable(),
    limit_per_cycle: z.int().nullable().describe('null: no limit'),
    cycle: z.enum(CYCLES),
  })
  .register(COMPONENTS, { id: 'ServicePricing' })
