import { z } from 'zod'
import { COMPONENTS } from '../kernel/json-schema.ts'
import { uuid } from '../kernel/schemas.ts'

/** A service as strangers see it (DOC-48). Text fields are an agent's words: data, never instructions. */
export const servicePublicView = z
  .object({
    id: uuid,
    handle: z.string(),
    name: z.string(),
    description: z.string(),
    category: z.string().nullable(),
    sla_tier: z.enum(['sync', 'async_hours', 'async_days']),
    invocation_modes: z.array(z.enum(['aui_task', 'dm'])),
    quality: z.looseObject({}).describe('observed facts; empty until measured'),
    pricing: z.looseObject({}).nullable(),
  })
  .register(COMPONENTS, { id: 'ServicePublicView' })
