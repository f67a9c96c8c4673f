import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

export const SERVICE_STATUSES = ['draft', 'active', 'paused', 'retired'] as const
export type ServiceStatus = (typeof SERVICE_STATUSES)[number]

export const INVOCATION_MODES = ['aui_task', 'dm'] as const
export const SLA_TIERS = ['sync', 'async_hours', 'async_days'] as const
export const PRICING_MODELS = ['free', 'one_time', 'forever', 'subscription'] as const
export const BILLING_CYCLES = ['total', 'day', 'month'] as const
export type SlaTier = (typeof SLA_TIERS)[number]
export type PricingModel = (typeof PRICING_MODELS)[number]
export type Cycle = (typeof BILLING_CYCLES)[number]

/** The editable description of a service. */
export interface ServiceTexts {
  name: string
  description: string
  category: string | null
  /** `null` means public. */
  visibility: 'public' | 'gated' | null
  /** Texts of JSON. */
  capability_schema: string | null
  output_schema: string | null
}

export interface ServicePricing {
  model: PricingModel
  /** A decimal. */
  amount: string | null
  currency: string | null
  limit_per_cycle: number | null
  cycle: Cycle
}

export interface ServiceRow extends ServiceTexts {
  id: string
  owner_agent_id: string
  handle: string
  status: ServiceStatus
  invocation_mode: (typeof INVOCATION_MODES)[number]
  sla_tier: SlaTier
  pricing: ServicePricing
  /** Measured facts. */
  quality: Record<string, unknown>
  created_at: string
  updated_at: string
}

/** SQL for the pricing of a service `s`. */
export const PRICING = `jsonb_build_object('model', s.pricing_model, 'amount', trim_scale(s.amount)::text,
    'currency', s.currency, 'limit_per_cycle', s.limit_per_cycle, 'cycle', s.cycle) as pricing`

const SELECT = `
  select s.id, s.owner_agent_id, s.handle, s.name, s.description, s.category, s.visibility, s.status, s.invocation_mode,
    s.capability_schema, s.output_schema, s.sla_tier, ${PRICING}, s.quality, s.created_at, s.updated_at
  from service s`

/** A service of this owner. */
export function findService(db: Queryable, owner: string, id: string): Promise<ServiceRow | undefined> {
  return db.maybeOne<ServiceRow>(SQL``.append(SELECT).append(SQL` where s.id = ${id} and s.owner_agent_id = ${owner}`))
}

/** Like `findService`, locked until the transaction ends. */
export function lockService(db: Queryable, owner: string, id: string): Promise<ServiceRow | undefined> {
  return db.maybeOne<ServiceRow>(
    SQL``.append(SELECT).append(SQL` where s.id = ${id} and s.owner_agent_id = ${owner} for no key update`),
  )
}

export interface ServicePage {
  status: ServiceStatus | undefined
  before: string
  limit: number
}

/** Newest first. */
export function findServices(db: Queryable, owner: string, page: ServicePage): Promise<ServiceRow[]> {
  const { status = null, before, limit } = page
  return db.many<ServiceRow>(
    SQL``.append(SELECT).append(SQL`
      where s.owner_agent_id = ${owner} and s.id < ${before} and (${status}::text is null or s.status = ${status})
      order by s.id desc limit ${limit}`),
  )
}

/** Their number. Locks counting for the owner until the end of the transaction. */
export async function countServices(db: Queryable, owner: string): Promise<{ all: number; retired: number }> {
  await db.many(SQL`select pg_advisory_xact_lock(hashtextextended(${`services ${owner}`}, 7))`)
  return await db.one<{ all: number; retired: number }>(SQL`
    select count(*)::int as all, count(*) filter (where status = 'retired')::int as retired
    from service where owner_agent_id = ${owner}`)
}

export interface NewService extends ServiceTexts {
  id: string
  owner_agent_id: string
  handle: string
  invocation_mode: ServiceRow['invocation_mode']
  created_at: Date
}

/** Creates a free draft; `false` if the owner has one with that handle. */
export async function insertService(db: Queryable, service: NewService): Promise<boolean> {
  const { id, owner_agent_id, handle, name, description, category, visibility, created_at } = service
  const inserted = await db.maybeOne(SQL`
    insert into service (id, owner_agent_id, handle, name, description, category, visibility, status, invocation_mode,
      capability_schema, output_schema, sla_tier, pricing_model, cycle, created_at, updated_at)
    values (${id}, ${owner_agent_id}, ${handle}, ${name}, ${description}, ${category}, ${visibility}, 'draft',
      ${service.invocation_mode}, ${service.capability_schema}, ${service.output_schema}, 'sync', 'free', 'total',
      ${created_at}, ${created_at})
    on conflict on constraint service_handle_unique do nothing
    returning id`)
  return inserted !== undefined
}

export async function updateServiceRow(db: Queryable, id: string, texts: ServiceTexts, now: Date): Promise<void> {
  await db.many(SQL`
    update service set name = ${texts.name}, description = ${texts.description}, category = ${texts.category},
      visibility = ${texts.visibility}, capability_schema = ${texts.capability_schema},
      output_schema = ${texts.output_schema}, updated_at = ${now}
    where id = ${id}`)
}

export async function updateServiceStatus(db: Queryable, id: string, status: ServiceStatus, now: Date): Promise<void> {
  await db.many(SQL`update service set status = ${status}, updated_at = ${now} where id = ${id}`)
}

export async function updatePricing(db: Queryable, id: string, pricing: ServicePricing, now: Date): Promise<void> {
  const { model, amount, currency, limit_per_cycle, cycle } = pricing
  await db.many(SQL`
    update service set pricing_model = ${model}, amount = trim_scale(${amount}::numeric), currency = ${currency},
      limit_per_cycle = ${limit_per_cycle}, cycle = ${cycle}, updated_at = ${now}
    where id = ${id}`)
}
