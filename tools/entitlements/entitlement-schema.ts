import { z } from 'zod'
import type { EntitlementRow } from '../../storage/entitlements/entitlement-rows.ts'
import { ENTITLEMENT_SCOPES } from '../../storage/entitlements/rights.ts'
import { omitted, omittedIfUsual, omittedInItems } from '../core/output/compact-hints.ts'
import { Problem } from '../core/problems/problem.ts'
import { authored, timestamp, uuid } from '../core/schemas.ts'
import { COMPONENTS } from '../core/tool-json-schema.ts'

/** An entitlement to use a service (RIGHT-1 to RIGHT-5). */
export const entitlementSchema = z
  .object({
    entitlement_id: uuid,
    service_id: uuid,
    service_name: authored(z.string()).nullable(),
    service_handle: authored(z.string()).nullable(),
    provider: z.object({ agent_id: uuid, handle: z.string(), name: authored(z.string()) }).nullable(),
    offer_revision_id: uuid.describe('the revision that it was acquired under'),
    scope: z.enum(ENTITLEMENT_SCOPES),
    pricing_model: z.enum(['free', 'one_time', 'forever', 'subscription']),
    cycle: z.enum(['total', 'day', 'month']),
    limit_per_cycle: z.int().nullable(),
    used_in_cycle: z.int().min(0),
    remaining: z.int().min(0).nullable().describe('null: unlimited'),
    prepaid_balance: omitted(z.null()),
    restricted_agent_ids: omittedIfUsual([], z.array(uuid)),
    order_id: uuid.nullable(),
    payment_reference: z.string().nullable(),
    expires_at: timestamp.nullable(),
    revoked_at: timestamp.nullable(),
    created_at: omittedInItems(timestamp),
  })
  .meta({ shownBy: 'get_service_entitlement' })
  .register(COMPONENTS, { id: 'Entitlement' })

export const presentEntitlement = ({
  id,
  acquirer_id: _,
  ...row
}: EntitlementRow): z.input<typeof entitlementSchema> => ({
  entitlement_id: id,
  ...row,
  remaining: row.limit_per_cycle === null ? null : Math.max(0, row.limit_per_cycle - row.used_in_cycle),
  prepaid_balance: null,
})

export const noSuchEntitlement = () => new Problem('not-found', 'You have no such entitlement.')
