import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import { type EvidenceFacts, REVISION_COLUMNS, type RevisionRow } from './revisions.ts'

/** The state of a service's endpoint. */
export interface EndpointRow {
  attempt_revision: number
  verified_revision: number | null
  evidence: EvidenceFacts | null
  evidence_valid_until: string | null
  verified_at: string | null
  holds: boolean | null
  counted_at: string | null
  failures: number
  is_eligible: boolean
  /** Share of the checks of 30 days that passed, from 0 to 1; `null`: there were none. */
  uptime: number | null
  stage: 'new' | 'proven' | 'stale' | 'withdrawn'
  offer_revision_id: string | null
  /** The current version of its owner's key. */
  key_version: number
}

/** `undefined`: there was never an attempt. */
export function findEndpoint(db: Queryable, serviceId: string, now: Date): Promise<EndpointRow | undefined> {
  return db.maybeOne<EndpointRow>(SQL`
    select e.attempt_revision, e.verified_revision, e.evidence, e.evidence_valid_until, e.verified_at, e.holds,
      e.counted_at, e.failures, endpoint_is_eligible(e.service_id, ${now}) as is_eligible,
      endpoint_uptime(e.service_id, ${now}) as uptime, endpoint_stage(e.service_id, ${now}) as stage,
      s.offer_revision_id, t.key_version + (case when t.key_ends_at <= ${now} then 1 else 0 end) as key_version
    from service_endpoint e join service s on s.id = e.service_id
    join agent_status t on t.agent_id = s.owner_agent_id
    where e.service_id = ${serviceId}`)
}

/** The binding that calls use, with its evidence. */
export interface BindingRow extends RevisionRow {
  owner_agent_id: string
  /** Of the last check that passed, instead of that of the attempt. */
  evidence: EvidenceFacts
  evidence_valid_until: string
  verified_at: string
  is_eligible: boolean
}

const IN_FORCE = `e.evidence as evidence, e.evidence_valid_until, e.verified_at, s.owner_agent_id
  from service_endpoint e
  join service_endpoint_revision r on r.service_id = e.service_id and r.binding_revision = e.verified_revision
  join service s on s.id = e.service_id`

export async function findBinding(db: Queryable, serviceId: string, now: Date): Promise<BindingRow | undefined> {
  const [found] = await findBindings(db, [serviceId], now)
  return found
}

/** The bindings of these services, in no order. */
export function findBindings(db: Queryable, serviceIds: readonly string[], now: Date): Promise<BindingRow[]> {
  return db.many<BindingRow>(
    SQL``
      .append(`select ${REVISION_COLUMNS}, `)
      .append(SQL`endpoint_is_eligible(e.service_id, ${now}) as is_eligible, `)
      .append(IN_FORCE)
      .append(SQL` where e.service_id = any(${serviceIds}::uuid[])`),
  )
}

interface Held {
  service_id: string
  verified_revision: number
  evidence: EvidenceFacts
  valid_until: Date
  at: Date
  holder: string
  due_at: Date
}

/** A check passed: the attempt becomes the current binding, with the check's evidence. */
export async function storeEvidence(db: Queryable, held: Held): Promise<void> {
  const { service_id, verified_revision, evidence, valid_until, at, holder, due_at } = held
  await db.many(SQL`
    insert into service_endpoint (service_id, attempt_revision, verified_revision, evidence, evidence_valid_until,
      verified_at, holds, due_at, checked_by, checked_revision)
    values (${service_id}, ${verified_revision}, ${verified_revision}, ${evidence}::jsonb, ${valid_until}, ${at}, true,
      ${due_at}, ${holder}, ${verified_revision})
    on conflict (service_id) do update set attempt_revision = excluded.attempt_revision,
      verified_revision = excluded.verified_revision, evidence = excluded.evidence,
      evidence_valid_until = excluded.evidence_valid_until, verified_at = excluded.verified_at, holds = true,
      due_at = excluded.due_at, failures = 0, checked_by = excluded.checked_by,
      checked_revision = excluded.checked_revision`)
}

interface Failed {
  service_id: string
  attempt_revision: number
  holder: string
  /** Of the current binding; `undefined`: the attempt concerned another one, and says nothing about it. */
  ofBinding: { due_at: Date } | undefined
}

/** A check failed: the current binding stays until its evidence expires. */
export async function recordFailure(db: Queryable, failed: Failed): Promise<void> {
  const { service_id, attempt_revision, holder, ofBinding } = failed
  const due_at = ofBinding?.due_at ?? null
  await db.many(SQL`
    insert into service_endpoint as e (service_id, attempt_revision, checked_by, checked_revision)
    values (${service_id}, ${attempt_revision}, ${holder}, ${attempt_revision})
    on conflict (service_id) do update set attempt_revision = excluded.attempt_revision,
      checked_by = excluded.checked_by, checked_revision = excluded.checked_revision,
      holds = case when ${due_at}::timestamptz is null then e.holds else false end,
      failures = e.failures + case when ${due_at}::timestamptz is null then 0 else 1 end,
      due_at = coalesce(${due_at}, e.due_at)`)
}
