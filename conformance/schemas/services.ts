import { z } from 'zod'
import { timestamp } from './string-formats.ts'

const pricing = z.looseObject({
  model: z.enum(['free', 'one_time', 'forever', 'subscription']),
  amount: z.string().nullable(),
  currency: z.string().nullable(),
  limit_per_cycle: z.int().nullable(),
  cycle: z.enum(['total', 'day', 'month']),
})

/** SVC-1 */
export const service = z.looseObject({
  id: z.uuid(),
  owner_agent_id: z.uuid(),
  handle: z.string(),
  name: z.string(),
  description: z.string(),
  category: z.string().nullable(),
  visibility: z.enum(['public', 'gated']).nullable(),
  status: z.enum(['draft', 'active', 'paused', 'retired']),
  invocation_modes: z.array(z.enum(['aui_task', 'dm'])).length(1),
  capability_schema: z.looseObject({}).nullable(),
  output_schema: z.looseObject({}).nullable(),
  sla_tier: z.literal('sync'),
  quality: z.looseObject({}),
  pricing,
  created_at: timestamp,
  updated_at: timestamp,
})

export type Service = z.infer<typeof service>

/** SVC-70 */
export const publicView = z.strictObject({
  id: z.uuid(),
  handle: z.string(),
  name: z.string(),
  description: z.string(),
  category: z.string().nullable(),
  sla_tier: z.literal('sync'),
  invocation_modes: z.array(z.enum(['aui_task', 'dm'])).length(1),
  quality: z.looseObject({}),
  pricing,
})

/** SVC-62 */
export const grants = z.looseObject({
  grants: z.array(z.looseObject({ agent_id: z.uuid(), handle: z.string(), name: z.string(), granted_at: timestamp })),
  next_cursor: z.string().nullable(),
})
