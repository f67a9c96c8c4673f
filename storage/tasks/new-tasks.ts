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
  host: string
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
    values (${id}, ${consumer_id}, ${provider_id}, ${service_id}, ${offer_revision_id}, ${task.entitlement_id},
      ${task.allowance_id}, ${task.window_start}, 'working', 'queued', ${task.host}, ${task.message}, ${task.data},
      ${task.request_sha256}, ${created_at}, ${created_at}, ${task.deadline_at}, ${history}::text::jsonb, ${created_at},
      ${task.poll_ms})`)
}
