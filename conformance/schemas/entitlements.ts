import { z } from 'zod'
import { timestamp } from './string-formats.ts'

/** RIGHT-3 to RIGHT-5. */
export const entitlement = z.looseObject({
  entitlement_id: z.uuid(),
  service_id: z.uuid(),
  service_name: z.string().nullable(),
  service_handle: z.string().nullable(),
  provider: z.looseObject({ agent_id: z.uuid(), handle: z.string(), name: z.string() }).nullable(),
  offer_revision_id: z.uuid(),
  scope: z.enum(['agent_bound', 'account_shared', 'account_restricted']),
  pricing_model: z.enum(['free', 'one_time', 'forever', 'subscription']),
  cycle: z.enum(['total', 'day', 'month']),
  limit_per_cycle: z.int().nullable(),
  used_in_cycle: z.int().min(0),
  remaining: z.int().min(0).nullable(),
  prepaid_balance: z.null(),
  restricted_agent_ids: z.array(z.uuid()),
  order_id: z.uuid().nullable(),
  payment_reference: z.string().nullable(),
  expires_at: timestamp.nullable(),
  revoked_at: timestamp.nullable(),
  created_at: timestamp,
})

export const entitlementPage = z.looseObject({
  entitlements: z.array(entitlement),
  next_cursor: z.string().nullable(),
})

export type Entitlement = z.infer<typeof entitlement>
