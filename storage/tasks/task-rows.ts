import { SQL } from 'sql-template-strings'
import type { BatchStatement } from '../db/batch.ts'
import type { Queryable } from '../db/db.ts'
import { rfc3339 } from '../db/rfc3339.ts'
import { withFixedText } from '../db/row-values.ts'
import type { RevisionRow } from '../endpoints/revisions.ts'
import { PROGRESS, type TaskProgress } from './task-progress.ts'
import { PARTY, PAYMENT_HASH } from './task-updates.ts'

/** A task for its consumer. */
export interface TaskRow extends TaskProgress {
  id: string
  service_id: string
  offer_revision_id: string
  contract_hash: string
  entitlement_id: string
  message: string
  data: string
  created_at: string
  receipt_id: string | null
  /** `null`: the name and content are not disclosed. */
  provider: { agent_id: string; handle: string; name: string } | null
  service_handle: string | null
  service_name: string | null
  /** JSON texts. */
  artifacts: string[]
}

export interface TaskQuery {
  viewer: string
  id: string
}

/** Parameters: viewers, and the requested tasks. */
const ofMany = withFixedText(
  SQL`select s.ordinal, t.id, t.service_id, t.offer_revision_id, o.contract_hash, t.entitlement_id, t.message, t.data,
    t.created_at, (select r.id from service_receipt r where r.task_id = t.id) as receipt_id,
    case when p.id is not null then jsonb_build_object('agent_id', p.id, 'handle', p.handle, 'name', p.name) end
      as provider,
    case when p.id is not null then o.handle end as service_handle,
    case when p.id is not null then o.name end as service_name,
    case when p.id is not null then array(
      select a.artifact from service_task_artifact a where a.task_id = t.id order by a.ordinal) else '{}' end as artifacts, `
    .append(PROGRESS)
    .append(SQL`
    from unnest(${'viewers'}::uuid[], ${'ids'}::uuid[]) with ordinality as s (viewer, id, ordinal)
    cross join lateral (select t.* from service_tasks_visible_to(s.viewer) t where t.id = s.id) t
    join offer_revision o on o.id = t.offer_revision_id
    left join lateral (select a.* from agents_with_visible_content() a where a.id = t.provider_id
      union all select a.* from agent a where a.id = t.provider_id and a.id = s.viewer limit 1) p on true`),
)

/** `undefined`: the viewer has no such task. */
export const findTasks: BatchStatement<TaskQuery, TaskRow | undefined> = {
  name: 'find_tasks',
  max: 32,
  parallel: 2,
  async run(db, keys) {
    const columns = [keys.map(({ viewer }) => viewer), keys.map(({ id }) => id)]
    const found: (TaskRow | undefined)[] = keys.map(() => undefined)
    for (const { ordinal: position, ...row } of await db.many<TaskRow & { ordinal: number }>(ofMany(columns)))
      found[position - 1] = row
    return found
  },
}

export const findTask = async (db: Queryable, viewer: string, id: string): Promise<TaskRow | undefined> =>
  (await findTasks.run(db, [{ viewer, id }]))[0]

/** The evidence of a task for a dispute. */
export interface DisputedTask
  extends Pick<
    TaskProgress,
    'state' | 'error_code' | 'history' | 'started_at' | 'completed_at' | 'deadline_at' | 'cancel_requested_at'
  > {
  id: string
  service_id: string
  provider_id: string
  offer_revision_id: string
  binding_revision: number
  contract: string
  contract_hash: string
  request_sha256: string
  payment_hash: string | null
  created_at: string
  artifact_sha256: string[]
  /** Of the endpoint that it was, or would have been, sent to. */
  binding_evidence: Pick<
    RevisionRow,
    'card_sha256' | 'key_fingerprint' | 'canonical_form' | 'skill_id' | 'bound_at' | 'evidence'
  >
  receipt: string | null
}

/** For its consumer, and for its provider once it was sent. */
export function findDisputedTask(db: Queryable, party: string, id: string): Promise<DisputedTask | undefined> {
  return db.maybeOne<DisputedTask>(
    SQL`select t.id, t.service_id, t.provider_id, t.offer_revision_id, o.binding_revision, o.contract, o.contract_hash,
      t.request_sha256, t.state, t.error_code, t.history, t.created_at, t.started_at, t.completed_at, t.deadline_at,
      t.cancel_requested_at, array(
        select a.sha256 from service_task_artifact a where a.task_id = t.id order by a.ordinal) as artifact_sha256,
      (select r.jws from service_receipt r where r.task_id = t.id) as receipt,
      jsonb_build_object('card_sha256', e.card_sha256, 'key_fingerprint', e.key_fingerprint, 'skill_id', e.skill_id,
        'canonical_form', e.canonical_form, 'evidence', e.evidence, 'bound_at', `
      .append(rfc3339('e.bound_at'))
      .append(') as binding_evidence, ')
      .append(PAYMENT_HASH)
      .append(SQL`
    from service_tasks_disputed_by(${party}) t
    join offer_revision o on o.id = t.offer_revision_id
    join service_endpoint_revision e on e.service_id = t.service_id and e.binding_revision = o.binding_revision
    where t.id = ${id}`),
  )
}

/** The endpoint for calls about a task; `undefined`: the provider does not know it, or it has ended. */
export interface CalledTask {
  id: string
  provider_id: string
  /** The owner of its provider, or the provider. */
  party: string
  provider_task_id: string
  interface_url: string
  tenant: string | null
  encryption_jwk: object | null
}

export function findCalledTask(db: Queryable, id: string): Promise<CalledTask | undefined> {
  return db.maybeOne<CalledTask>(
    SQL`select t.id, t.provider_id, t.provider_task_id, e.interface_url, e.tenant, e.encryption_jwk, `
      .append(PARTY)
      .append(SQL`
    from service_task t join offer_revision o on o.id = t.offer_revision_id
    join service_endpoint_revision e on e.service_id = t.service_id and e.binding_revision = o.binding_revision
    where t.id = ${id} and t.dispatch = 'sent' and t.provider_task_id is not null`),
  )
}

/** Records that its consumer requested cancellation, if it has not ended. */
export async function requestCancel(db: Queryable, id: string, now: Date): Promise<void> {
  await db.many(SQL`
    update service_task set cancel_requested_at = coalesce(cancel_requested_at, ${now}), updated_at = ${now}
    where id = ${id} and dispatch <> 'ended'`)
}
