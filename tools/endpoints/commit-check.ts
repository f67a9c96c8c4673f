import { countNewBindings, lockKeyVersion } from '../../storage/endpoints/binding-owners.ts'
import { type EndpointRow, findEndpoint, recordFailure, storeEvidence } from '../../storage/endpoints/bindings.ts'
import { countCheck } from '../../storage/endpoints/check-days.ts'
import {
  dropOldFailures,
  type EvidenceFacts,
  findRevision,
  insertRevision,
  type RevisionRow,
} from '../../storage/endpoints/revisions.ts'
import { endCheck } from '../../storage/endpoints/running-checks.ts'
import { lockService } from '../../storage/services/service-rows.ts'
import type { Context, TransactionScope } from '../core/context.ts'
import { after, DAY, MINUTE } from '../core/durations.ts'
import { Problem } from '../core/problems/problem.ts'
import { mintRevision } from '../offers/mint.ts'
import { firstFailure } from './check-log.ts'
import type { Verification } from './verify-endpoint.ts'

/** The state when the check started: its results are stored only if that is unchanged. */
export interface CheckRun {
  service_id: string
  agent_id: string
  card_url: string
  skill_id: string
  service_status: string
  key_version: number
  key_fingerprint: string
  holder: string
  /** Requested by the owner, not by the renewal job. */
  isRequested: boolean
}

type Parts = Pick<Context, 'transaction' | 'now' | 'newId'>

const VALID_MS = 5 * MINUTE
/** Renewal lead time, so that an offer in constant use always has evidence. */
const RENEWED_AFTER_MS = 4 * MINUTE
const LATEST_RETRY_MS = 60 * MINUTE
const MAX_FAILURES = 200
const NEW_BINDINGS_A_DAY = 100

/** Stores the results of a check, and returns the number of the attempt. */
export async function commitCheck({ transaction, now, newId }: Parts, run: CheckRun, found: Verification) {
  return await transaction(async scope => {
    const { db } = scope
    await requireUnchanged(scope, run, now)
    const state = await findEndpoint(db, run.service_id, now)
    const inForce =
      typeof state?.verified_revision === 'number'
        ? await findRevision(db, run.service_id, state.verified_revision)
        : undefined
    const past = { state, inForce: inForce && isOf(inForce, run) ? inForce : undefined }
    if (firstFailure(found.checks)) return await storeFailure(scope, { run, found, ...past }, now)
    return await keepBinding(scope, { run, found, ...past }, { now, newId })
  })
}

const isOf = (row: RevisionRow, { card_url, skill_id }: CheckRun) =>
  row.card_url === card_url && row.skill_id === skill_id

async function requireUnchanged({ db }: Pick<TransactionScope, 'db'>, run: CheckRun, now: Date): Promise<void> {
  const isKeySame = await lockKeyVersion(db, run.agent_id, run.key_version, now)
  const service = await lockService(db, run.agent_id, run.service_id)
  const isOurs = await endCheck(db, run)
  if (isKeySame && service?.status === run.service_status && isOurs) return
  throw new Problem('endpoint-check-overtaken', 'The service or the key changed during the check of its endpoint.')
}

interface FailedCheck {
  run: CheckRun
  found: Verification
  state: EndpointRow | undefined
  /** The current binding, if the attempt is for the same endpoint. */
  inForce: RevisionRow | undefined
}

async function keepBinding(
  scope: Pick<TransactionScope, 'db' | 'emit'>,
  { run, found, state, inForce }: FailedCheck,
  { now, newId }: Pick<Context, 'now' | 'newId'>,
): Promise<number> {
  const { db } = scope
  const { service_id, holder } = run
  const isSame = inForce?.card_sha256 === found.signed!.sha256 && inForce.key_version === run.key_version
  if (!isSame) await requireCapacity(db, run, now)
  const verified_revision = isSame ? inForce.binding_revision : await insertRevision(db, rowOf(run, found, now))
  const valid_until = after(now, VALID_MS)
  await storeEvidence(db, {
    service_id,
    verified_revision,
    evidence: factsOf(found),
    valid_until,
    at: now,
    holder,
    due_at: after(now, RENEWED_AFTER_MS),
  })
  // Checks by the owner do not count for uptime, so that frequent checks gain nothing.
  const counted = state?.counted_at
  if (!counted || now.getTime() - Date.parse(counted) >= RENEWED_AFTER_MS) {
    await countCheck(db, { service_id, held: true, at: now })
  }
  if (!isSame) await mintRevision(scope, service_id, { now, newId })
  if (state?.holds === false) emitHealth(scope, run, { is_healthy: true, code: null, at: now, valid_until })
  return verified_revision
}

async function requireCapacity(db: TransactionScope['db'], { agent_id }: CheckRun, now: Date): Promise<void> {
  if ((await countNewBindings(db, agent_id, after(now, -DAY))) < NEW_BINDINGS_A_DAY) return
  throw new Problem('rate-limited', `You have bound ${NEW_BINDINGS_A_DAY} other cards within a day.`, {
    retry_after_seconds: 3_600,
  })
}

async function storeFailure(
  scope: Pick<TransactionScope, 'db' | 'emit'>,
  failed: FailedCheck,
  now: Date,
): Promise<number> {
  const { db } = scope
  const { run, found, state, inForce } = failed
  const { service_id, holder } = run
  const attempt_revision = await insertRevision(db, rowOf(run, found, now))
  await dropOldFailures(db, service_id, MAX_FAILURES)
  const due_at = after(now, Math.min(LATEST_RETRY_MS, MINUTE * 2 ** Math.min(10, state?.failures ?? 0)))
  await recordFailure(db, { service_id, attempt_revision, holder, ofBinding: inForce && { due_at } })
  if (!inForce || inForce.key_version !== run.key_version) return attempt_revision
  // An owner's failed attempt does not change a valid record (ENDP-21).
  if (!run.isRequested || !state?.holds) await countCheck(db, { service_id, held: false, at: now })
  const { code } = firstFailure(found.checks)!
  const valid_until = state?.evidence_valid_until ? new Date(state.evidence_valid_until) : null
  if (state?.holds) emitHealth(scope, run, { is_healthy: false, code, at: now, valid_until })
  return attempt_revision
}

function emitHealth(
  { emit }: Pick<TransactionScope, 'emit'>,
  { agent_id, service_id }: CheckRun,
  {
    is_healthy,
    code,
    at,
    valid_until,
  }: { is_healthy: boolean; code: string | null; at: Date; valid_until: Date | null },
): void {
  emit(agent_id, 'service.endpoint.health_changed', {
    actor: { kind: 'platform' },
    subject: {},
    excerpt: '',
    data: {
      service_id,
      is_healthy,
      code,
      checked_at: at.toISOString(),
      evidence_valid_until: valid_until?.toISOString() ?? null,
    },
  })
}

const factsOf = ({ checks, answered }: Verification): EvidenceFacts => ({
  checks,
  resolved_ip: answered?.resolved_ip ?? null,
  certificate_sha256: answered?.certificate_sha256 ?? null,
  latency_ms: answered?.latency_ms ?? null,
})

/** The card of a failed attempt is neither used nor stored. */
function rowOf(run: CheckRun, found: Verification, now: Date): Omit<RevisionRow, 'binding_revision'> {
  const { service_id, card_url, skill_id, key_version, key_fingerprint } = run
  const { signed, checks } = found
  const isVerified = !firstFailure(checks)
  return {
    service_id,
    card_url,
    skill_id,
    key_version,
    key_fingerprint,
    status: isVerified ? 'verified' : 'failed',
    is_authorized: signed !== undefined,
    jws_kid: signed?.kid ?? null,
    canonical_form: signed?.form ?? null,
    interface_url: signed?.terms?.url ?? null,
    tenant: signed?.terms?.tenant ?? null,
    card: isVerified ? signed!.canonical : null,
    card_sha256: signed?.sha256 ?? null,
    encryption_jwk: isVerified ? signed!.terms!.encryption_jwk : null,
    evidence: factsOf(found),
    bound_at: now.toISOString(),
  }
}
