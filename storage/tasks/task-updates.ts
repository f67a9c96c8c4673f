import { SQL, type SQLStatement } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import { PROGRESS, type TaskProgress } from './task-progress.ts'

/** A task whose row the transaction has locked. */
export interface LockedTask extends TaskProgress {
  id: string
  holder: string | null
  consumer_id: string
  provider_id: string
  service_id: string
  offer_revision_id: string
  entitlement_id: string
  allowance_id: string
  window_start: string
  request_sha256: string
  contract_hash: string
  /** The payment for its entitlement; `null`: it was free. */
  payment_hash: string | null
  created_at: string
}

/** SQL for the payment behind the entitlement of a task `t`. It outlives the agents. */
export const PAYMENT_HASH =
  '(select p.payment_hash from service_purchase p where p.entitlement_id = t.entitlement_id) as payment_hash'

/** SQL for the party that provides a task `t`. */
export const PARTY = 'coalesce((select a.owner_id from agent a where a.id = t.provider_id), t.provider_id) as party'

/** SQL for the columns of `LockedTask`, of a task `t` and the revision `o` of its offer. */
export const LOCKED = `t.id, t.holder, t.consumer_id, t.provider_id, t.service_id, t.offer_revision_id, t.entitlement_id,
      t.allowance_id, t.window_start, t.request_sha256, t.created_at, o.contract_hash, ${PAYMENT_HASH},
      ${PROGRESS}`

/** Those that exist, in the order of their ids. */
export function lockTasks(db: Queryable, ids: readonly string[]): Promise<LockedTask[]> {
  return db.many<LockedTask>(
    SQL`select `.append(LOCKED).append(SQL`
      from service_task t join offer_revision o on o.id = t.offer_revision_id
      where t.id = any(${ids}::uuid[]) order by t.id for update of t`),
  )
}

export type TaskUpdate = TaskProgress & { id: string }

/** Writes the progress of tasks, and releases them. */
export async function updateTasks(db: Queryable, tasks: readonly TaskUpdate[]): Promise<void> {
  await db.many(updatingTasks(tasks))
}

export const updatingTasks = (tasks: readonly TaskUpdate[]): SQLStatement =>
  SQL`
    update service_task t set state = n.state, dispatch = n.dispatch, provider_task_id = n.provider_task_id,
      input_prompt = n.input_prompt, status_message = n.status_message, error_code = n.error_code,
      failure_reason = n.failure_reason, allowance_restored = n.allowance_restored, updated_at = n.updated_at,
      started_at = n.started_at, completed_at = n.completed_at, deadline_at = n.deadline_at,
      asked_input_at = n.asked_input_at, cancel_requested_at = n.cancel_requested_at, cancel_sent_at = n.cancel_sent_at,
      history = n.history, due_at = n.due_at, poll_ms = n.poll_ms, odd_polls = n.odd_polls, holder = null,
      leased_until = '-infinity'
    from jsonb_to_recordset(${JSON.stringify(tasks)}::text::jsonb) as n (id uuid, state text, dispatch text,
      provider_task_id text, input_prompt text, status_message text, error_code text, failure_reason text,
      allowance_restored boolean, updated_at timestamptz, started_at timestamptz, completed_at timestamptz,
      deadline_at timestamptz, asked_input_at timestamptz, cancel_requested_at timestamptz, cancel_sent_at timestamptz,
      history jsonb, due_at timestamptz, poll_ms int, odd_polls int)
    where t.id = n.id`

export interface NewArtifact {
  task_id: string
  ordinal: number
  /** JSON text. */
  artifact: string
  sha256: string
}

export async function insertArtifacts(db: Queryable, artifacts: readonly NewArtifact[]): Promise<void> {
  if (artifacts.length > 0) await db.many(insertingArtifacts(artifacts))
}

export const insertingArtifacts = (artifacts: readonly NewArtifact[]): SQLStatement =>
  SQL`
    insert into service_task_artifact (task_id, ordinal, artifact, sha256)
    select n.* from unnest(${artifacts.map(({ task_id }) => task_id)}::uuid[], ${artifacts.map(({ ordinal }) => ordinal)}::int[],
      ${artifacts.map(({ artifact }) => artifact)}::text[], ${artifacts.map(({ sha256 }) => sha256)}::text[])
      as n (task_id, ordinal, artifact, sha256)
    where true`
