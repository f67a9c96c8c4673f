import { z } from 'zod'
import type { PublicService } from '../../storage/services/public-services.ts'
import { MODES, SLA_TIERS } from '../../storage/services/services.ts'
import { COMPONENTS } from '../kernel/json-schema.ts'
import { authored, uuid } from '../kernel/schemas.ts'
import { pricing } from './pricing.ts'
import { quality } from './quality.ts'

/** A service as strangers see it (DOC-48). */
export const servicePublicView = z
  .object({
    id: uuid,
    handle: authored(z.string()),
    name: authored(z.string()),
    description: authored(z.string()),
    category: authored(z.string().nullable()),
    sla_tier: z.enum(SLA_TIERS),
    invocation_modes: z.array(z.enum(MODES)),
    quality,
    pricing: pricing.nullable(),
  })
  .register(COMPONENTS, { id: 'ServicePublicView' })

export const presentPublicly = ({ invocation_mode, ...row }: PublicService): z.input<typeof servicePublicView> => ({
  ...row,
  invocation_modes: [invocation_mode],
})
