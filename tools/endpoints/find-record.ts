import type { Queryable } from '../../storage/db/db.ts'
import { findEndpoint } from '../../storage/endpoints/bindings.ts'
import { findRevision } from '../../storage/endpoints/revisions.ts'
import { Problem } from '../core/problems/problem.ts'
import { type Attempt, type Endpoint, presentAttempt, presentBinding } from './endpoint-schema.ts'

/**
 * The record of a service's endpoint: the current binding while its evidence is valid, otherwise a later failed
 * attempt, otherwise that the evidence expired (ENDP-20 to ENDP-23).
 */
export async function findEndpointRecord(db: Queryable, serviceId: string, now: Date): Promise<Endpoint> {
  const state = await findEndpoint(db, serviceId, now)
  if (!state) throw notBound()
  const { attempt_revision, verified_revision, is_eligible, offer_revision_id, uptime, stage } = state
  const hasFailedSince = verified_revision === null || (!is_eligible && attempt_revision > verified_revision)
  const shown = hasFailedSince ? attempt_revision : verified_revision
  const row = await findRevision(db, serviceId, shown)
  if (!row) throw notBound()
  const seen = hasFailedSince ? presentAttempt(row, offer_revision_id) : presentBinding(row, state)
  return { ...seen, uptime, stage }
}

/** The record of one failed attempt. */
export async function findEndpointFailure(
  db: Queryable,
  serviceId: string,
  revision: number,
): Promise<Attempt | undefined> {
  const row = await findRevision(db, serviceId, revision)
  return row?.status === 'failed' ? presentAttempt(row, null) : undefined
}

export const notBound = () => new Problem('endpoint-not-bound', 'This service has no endpoint.')
