import { z } from 'zod'
import type { PublicService } from '../../storage/services/public-services.ts'
import { INVOCATION_MODES, SLA_TIERS } from '../../storage/services/service-rows.ts'
import { authored, uuid } from '../core/schemas.ts'
import { COMPONENTS } from '../core/tool-json-schema.ts'
import { quality } from './offer-quality.ts'
import { pricing } from './pricing.ts'

/** The public view of a service (DOC-48). */
export const servicePublicView = z
  .object({
    id: uuid,
    handle: authored(z.string()),
    name: authored(z.string()),
    description: authored(z.string()),
    category: authored(z.string().nullable()),
    sla_tier: z.enum(SLA_TIERS),
    invocation_modes: z.array(z.enum(INVOCATION_MODES)),
    quality,
    pricing: pricing.nullable(),
  })
  .register(COMPONENTS, { id: 'ServicePublicView' })

export const presentPublicly = ({ invocation_mode, ...row }: PublicService): z.input<typeof servicePublicView> => ({
  ...row,
  invocation_modes: [invocation_mode],
})
