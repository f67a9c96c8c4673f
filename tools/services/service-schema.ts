import { z } from 'zod'
import type { Queryable } from '../../storage/db/db.ts'
import {
  INVOCATION_MODES,
  lockService,
  SERVICE_STATUSES,
  type ServiceRow,
  SLA_TIERS,
} from '../../storage/services/service-rows.ts'
import type { Context } from '../core/context.ts'
import { Problem } from '../core/problems/problem.ts'
import { authored, timestamp, uuid } from '../core/schemas.ts'
import { COMPONENTS } from '../core/tool-json-schema.ts'
import { quality } from '../offers/offer-quality.ts'
import { pricing } from '../offers/pricing.ts'

/** A service for its owner (SVC-1). */
export const serviceSchema = z
  .object({
    id: uuid,
    owner_agent_id: uuid,
    handle: authored(z.string()),
    name: authored(z.string()),
    description: authored(z.string()),
    category: authored(z.string().nullable()),
    visibility: z.enum(['public', 'gated']).nullable().describe('null: public'),
    status: z.enum(SERVICE_STATUSES),
    invocation_modes: z.array(z.enum(INVOCATION_MODES)),
    capability_schema: z.looseObject({}).nullable().describe('JSON Schema of the input'),
    output_schema: z.looseObject({}).nullable().describe('JSON Schema of the output'),
    sla_tier: z.enum(SLA_TIERS),
    created_at: timestamp,
    updated_at: timestamp,
    quality,
    pricing: pricing.nullable(),
  })
  .register(COMPONENTS, { id: 'Service' })

const parsed = (text: string | null) => (text === null ? null : (JSON.parse(text) as Record<string, unknown>))

export function presentService(row: ServiceRow): z.input<typeof serviceSchema> {
  const { invocation_mode, capability_schema, output_schema, ...rest } = row
  return {
    ...rest,
    invocation_modes: [invocation_mode],
    capability_schema: parsed(capability_schema),
    output_schema: parsed(output_schema),
  }
}

export const serviceId = uuid.describe('the service')

/** Services of others do not exist here (SVC-18). */
export const noSuchService = () => new Problem('not-found', 'You have no such service.')

/** The problems that `requireMutable` may throw. */
export const mutableProblems = ['not-found', 'service-retired-immutable'] as const

/** A service of the actor that can be changed, locked until the transaction ends. */
export async function requireMutable(
  { actor }: Pick<Context, 'actor'>,
  db: Queryable,
  id: string,
): Promise<ServiceRow> {
  const row = await lockService(db, actor.agent_id, id)
  if (!row) throw noSuchService()
  if (row.status !== 'retired') return row
  throw new Problem('service-retired-immutable', 'This service is retired and cannot be changed.')
}
