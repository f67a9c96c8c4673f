import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import { rfc3339 } from '../db/rfc3339.ts'

export interface NewTask {
  id: string
  consumer_id: string
  provider_id: string
  service_id: string
  offer_revision_id: string
  entitlement_id: string
  allowance_id: string
  window_start: string
  /** Of the revision's card. */
  binding_revision: number
  message: string
  /** JSON text. */
  data: string
  request_sha256: string
  poll_ms: number
  created_at: Date
  deadline_at: Date
}

/** SQL for the columns of a task that waits to be sent, */
export const QUEUED_COLUMNS = `id, consumer_id, provider_id, service_id, offer_revision_id, entitlement_id, allowance_id,
      window_start, state, dispatch, host, message, data, request_sha256, created_at, updated_at, deadline_at, history,
      due_at, poll_ms`

/** and their values, of a `NewTask` `n` for the endpoint `e`. */
export const QUEUED = `n.id, n.consumer_id, n.provider_id, n.service_id, n.offer_revision_id, n.entitlement_id, n.allowance_id,
      n.window_start, 'working', 'queued', lower(substring(e.interface_url from '://([^/?#]+)')), n.message, n.data,
      n.request_sha256, n.created_at, n.created_at, n.deadline_at,
      jsonb_build_array(jsonb_build_object('state', 'working', 'at', ${rfc3339('n.created_at')})), n.created_at, n.poll_ms`

export async function insertTask(db: Queryable, task: NewTask): Promise<void> {
  await db.many(
    SQL`
    with n as (
      select ${task.id}::uuid as id, ${task.consumer_id}::uuid as consumer_id, ${task.provider_id}::uuid as provider_id,
        ${task.service_id}::uuid as service_id, ${task.offer_revision_id}::uuid as offer_revision_id,
        ${task.entitlement_id}::uuid as entitlement_id, ${task.allowance_id}::uuid as allowance_id,
        ${task.window_start}::timestamptz as window_start, ${task.message}::text as message, ${task.data}::text as data,
        ${task.request_sha256}::text as request_sha256, ${task.poll_ms}::int as poll_ms,
        ${task.created_at}::timestamptz as created_at, ${task.deadline_at}::timestamptz as deadline_at
    )`
      .append(` insert into service_task (${QUEUED_COLUMNS}) select ${QUEUED}`)
      .append(SQL`
    from n join service_endpoint_revision e
      on e.service_id = n.service_id and e.binding_revision = ${task.binding_revision}`),
  )
}
