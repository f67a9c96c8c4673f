import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

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

/** A task that waits to be sent. */
export async function insertTask(db: Queryable, task: NewTask): Promise<void> {
  const { id, consumer_id, provider_id, service_id, offer_revision_id, created_at } = task
  const history = JSON.stringify([{ state: 'working', at: created_at.toISOString() }])
  await db.many(SQL`
    insert into service_task (id, consumer_id, provider_id, service_id, offer_revision_id, entitlement_id, allowance_id,
      window_start, state, dispatch, host, message, data, request_sha256, created_at, updated_at, deadline_at, history,
      due_at, poll_ms)
    select ${id}::uuid, ${consumer_id}::uuid, ${provider_id}::uuid, ${service_id}::uuid, ${offer_revision_id}::uuid,
      ${task.entitlement_id}::uuid, ${task.allowance_id}::uuid, ${task.window_start}::timestamptz, 'working', 'queued',
      lower(substring(e.interface_url from '://([^/?#]+)')), ${task.message}, ${task.data}, ${task.request_sha256},
      ${created_at}::timestamptz, ${created_at}::timestamptz, ${task.deadline_at}::timestamptz, ${history}::text::jsonb,
      ${created_at}::timestamptz, ${task.poll_ms}::int
    from service_endpoint_revision e
    where e.service_id = ${service_id} and e.binding_revision = ${task.binding_revision}`)
}
