import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

/** Observations of an endpoint; `checks` in the format of the feature. */
export interface EvidenceFacts {
  checks: readonly object[]
  resolved_ip: string | null
  certificate_sha256: string | null
  latency_ms: number | null
}

/** One attempt to bind an endpoint. */
export interface RevisionRow {
  service_id: string
  binding_revision: number
  card_url: string
  skill_id: string
  status: 'verified' | 'failed'
  is_authorized: boolean
  key_version: number
  key_fingerprint: string
  jws_kid: string | null
  canonical_form: string | null
  interface_url: string | null
  tenant: string | null
  /** The canonical payload of the signature. */
  card: string | null
  card_sha256: string | null
  encryption_jwk: object | null
  evidence: EvidenceFacts
  bound_at: string
}

export const REVISION_COLUMNS = `r.service_id, r.binding_revision, r.card_url, r.skill_id, r.status, r.is_authorized,
  r.key_version, r.key_fingerprint, r.jws_kid, r.canonical_form, r.interface_url, r.tenant, r.card, r.card_sha256,
  r.encryption_jwk, r.evidence, r.bound_at`

/** Its number is the next one of the service, which the caller has locked. */
export async function insertRevision(db: Queryable, row: Omit<RevisionRow, 'binding_revision'>): Promise<number> {
  const { service_id, encryption_jwk, evidence } = row
  const { binding_revision } = await db.one<{ binding_revision: number }>(SQL`
    insert into service_endpoint_revision (service_id, binding_revision, card_url, skill_id, status, is_authorized,
      key_version, key_fingerprint, jws_kid, canonical_form, interface_url, tenant, card, card_sha256, encryption_jwk,
      evidence, bound_at)
    values (${service_id},
      (select coalesce(max(binding_revision), 0) + 1 from service_endpoint_revision where service_id = ${service_id}),
      ${row.card_url}, ${row.skill_id}, ${row.status}, ${row.is_authorized}, ${row.key_version},
      ${row.key_fingerprint}, ${row.jws_kid}, ${row.canonical_form}, ${row.interface_url}, ${row.tenant}, ${row.card},
      ${row.card_sha256}, ${encryption_jwk}::jsonb, ${evidence}::jsonb, ${row.bound_at})
    returning binding_revision`)
  return binding_revision
}

/** Deletes all but the newest failed ones; those that were ever current stay. */
export async function dropOldFailures(db: Queryable, serviceId: string, limit: number): Promise<void> {
  await db.many(SQL`
    delete from service_endpoint_revision where service_id = ${serviceId} and status = 'failed' and binding_revision < (
      select min(binding_revision) from (
        select binding_revision from service_endpoint_revision where service_id = ${serviceId} and status = 'failed'
        order by binding_revision desc limit ${limit}) newest)`)
}

export function findRevision(db: Queryable, serviceId: string, revision: number): Promise<RevisionRow | undefined> {
  return db.maybeOne<RevisionRow>(
    SQL``
      .append(`select ${REVISION_COLUMNS} from service_endpoint_revision r`)
      .append(SQL` where r.service_id = ${serviceId} and r.binding_revision = ${revision}`),
  )
}

/** Newest first, older than `before`. */
export function listRevisions(
  db: Queryable,
  serviceId: string,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<RevisionRow[]> {
  return db.many<RevisionRow>(
    SQL``
      .append(`select ${REVISION_COLUMNS} from service_endpoint_revision r`)
      .append(SQL` where r.service_id = ${serviceId} and (${before ?? null}::int is null or r.binding_revision < ${before ?? null})
        order by r.binding_revision desc limit ${limit}`),
  )
}
