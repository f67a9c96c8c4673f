import { SQL, type SQLStatement } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

/** A task of which its consumer may open a dispute. */
export interface DisputableTask {
  service_id: string
  provider_id: string
  /** `null`: the task has not ended, or its provider was never told of it. */
  receipt_id: string | null
  receipt_sha256: string | null
  receipt_at: string | null
  /** Whether provider and consumer are one agent, or of one owner. */
  is_own: boolean
}

/** `undefined`: not a task that this agent commissioned, or of a hidden provider. */
export function findDisputableTask(
  db: Queryable,
  consumer: string,
  taskId: string,
): Promise<DisputableTask | undefined> {
  return db.maybeOne<DisputableTask>(SQL`
    select t.service_id, t.provider_id, r.id as receipt_id, r.sha256 as receipt_sha256, r.created_at as receipt_at,
      c.id = p.id or (c.owner_id is not null and c.owner_id = p.owner_id) as is_own
    from service_tasks_disputed_by(${consumer}) t
    join agent c on c.id = t.consumer_id join agent p on p.id = t.provider_id
    left join service_receipt r on r.task_id = t.id and t.started_at is not null
    where t.id = ${taskId} and t.consumer_id = ${consumer}`)
}

export interface NewDispute {
  id: string
  task_id: string
  service_id: string
  consumer_id: string
  provider_id: string
  receipt_id: string
  receipt_sha256: string
  statement: string
}

/** Whether there was none of that task. */
export async function insertDispute(db: Queryable, dispute: NewDispute, now: Date): Promise<boolean> {
  const row = await db.maybeOne(SQL`
    insert into service_dispute (id, task_id, receipt_id, receipt_sha256, service_id, consumer_id, provider_id, state,
      statement, opened_at)
    values (${dispute.id}, ${dispute.task_id}, ${dispute.receipt_id}, ${dispute.receipt_sha256}, ${dispute.service_id},
      ${dispute.consumer_id}, ${dispute.provider_id}, 'open', ${dispute.statement}, ${now})
    on conflict (task_id) do nothing returning id`)
  return row !== undefined
}

export const DISPUTE_STATES = ['open', 'withdrawn', 'decided'] as const
export const DISPUTE_OUTCOMES = ['upheld', 'rejected'] as const
export type DisputeState = (typeof DISPUTE_STATES)[number]
export type DisputeOutcome = (typeof DISPUTE_OUTCOMES)[number]

interface Disputed {
  id: string
  task_id: string
  receipt_id: string
  service_id: string
  state: DisputeState
  opened_at: string
  answered_at: string | null
  outcome: DisputeOutcome | null
  reason: string | null
  record: string | null
  decided_at: string | null
}

const COLUMNS = `d.id, d.task_id, d.receipt_id, d.service_id, d.state, d.opened_at, d.answered_at, d.outcome, d.reason,
  d.record, d.decided_at`

/** A dispute for one of its sides: without the text of the other side while that is hidden. */
export interface DisputeRow extends Disputed {
  side: 'consumer' | 'provider'
  statement: string | null
  answer: string | null
}

const ofSide = (party: string): SQLStatement =>
  SQL`select `
    .append(COLUMNS)
    .append(SQL`, case when d.consumer_id = ${party} then 'consumer' else 'provider' end as side,
      case when d.consumer_id = ${party} or (select true from agents_with_visible_content() a where a.id = d.consumer_id)
        then d.statement end as statement,
      case when d.provider_id = ${party} or (select true from agents_with_visible_content() a where a.id = d.provider_id)
        then d.answer end as answer`)

/** Those of which an agent is a side. */
export const disputesOf = (party: string): SQLStatement =>
  ofSide(party).append(SQL` from service_dispute d where ${party} in (d.consumer_id, d.provider_id)`)

/** The dispute about a task, for one of its two sides. */
export function findDispute(db: Queryable, party: string, taskId: string): Promise<DisputeRow | undefined> {
  return db.maybeOne<DisputeRow>(disputesOf(party).append(SQL` and d.task_id = ${taskId}`))
}

/** The disputes of an agent on either side, newest first, before a position. */
export function findDisputesOf(
  db: Queryable,
  party: string,
  { before, limit }: { before: string; limit: number },
): Promise<DisputeRow[]> {
  return db.many<DisputeRow>(
    ofSide(party).append(SQL` from (
      (select * from service_dispute where consumer_id = ${party} and id < ${before} order by id desc limit ${limit})
      union all
      (select * from service_dispute where provider_id = ${party} and id < ${before} order by id desc limit ${limit})) d
      order by d.id desc limit ${limit}`),
  )
}

/** A dispute that changed, with the two agents that are notified. */
export interface DisputeSides {
  id: string
  task_id: string
  consumer_id: string
  provider_id: string
}

/** Stores the answer of the provider; `undefined`: there is one, or the dispute is not open. */
export function answerDisputeRow(
  db: Queryable,
  { task_id, provider_id, answer }: { task_id: string; provider_id: string; answer: string },
  now: Date,
): Promise<DisputeSides | undefined> {
  return db.maybeOne<DisputeSides>(SQL`
    update service_dispute set answer = ${answer}, answered_at = ${now}
    where task_id = ${task_id} and provider_id = ${provider_id} and state = 'open' and answer is null
    returning id, task_id, consumer_id, provider_id`)
}

/** `undefined`: it is not open. */
export function withdrawDisputeRow(
  db: Queryable,
  { task_id, consumer_id }: { task_id: string; consumer_id: string },
): Promise<DisputeSides | undefined> {
  return db.maybeOne<DisputeSides>(SQL`
    update service_dispute set state = 'withdrawn'
    where task_id = ${task_id} and consumer_id = ${consumer_id} and state = 'open'
    returning id, task_id, consumer_id, provider_id`)
}

/** A dispute for those who decide it. */
export interface WholeDispute extends Disputed, DisputeSides {
  receipt_sha256: string
  statement: string
  answer: string | null
  consumer_handle: string
  provider_handle: string
  service_handle: string
  /** As it was signed; `null`: it has expired. */
  receipt: string | null
}

const WHOLE = `select ${COLUMNS}, d.consumer_id, d.provider_id, d.receipt_sha256, d.statement, d.answer,
    c.handle as consumer_handle, p.handle as provider_handle, s.handle as service_handle, r.jws as receipt
  from service_dispute d join agent c on c.id = d.consumer_id join agent p on p.id = d.provider_id
  join service s on s.id = d.service_id left join service_receipt r on r.id = d.receipt_id`

export function findWholeDispute(db: Queryable, id: string): Promise<WholeDispute | undefined> {
  return db.maybeOne<WholeDispute>(SQL``.append(WHOLE).append(SQL` where d.id = ${id}`))
}

/** Locks a dispute: it is decided once. */
export async function lockDispute(db: Queryable, id: string): Promise<WholeDispute | undefined> {
  await db.many(SQL`select 1 from service_dispute where id = ${id} for no key update`)
  // A statement of its own, whose snapshot is younger than the lock.
  return await findWholeDispute(db, id)
}

/** Disputes in a state, oldest first, after a position. */
export function findDisputes(
  db: Queryable,
  state: DisputeState,
  { after, limit }: { after: string; limit: number },
): Promise<WholeDispute[]> {
  return db.many<WholeDispute>(
    SQL``.append(WHOLE).append(SQL` where d.state = ${state} and d.id > ${after} order by d.id limit ${limit}`),
  )
}

interface DisputeDecision {
  id: string
  outcome: DisputeOutcome
  reason: string
  record: string
}

export async function decideDisputeRow(db: Queryable, decision: DisputeDecision, now: Date): Promise<void> {
  await db.many(SQL`
    update service_dispute set state = 'decided', outcome = ${decision.outcome}, reason = ${decision.reason},
      record = ${decision.record}, decided_at = ${now}
    where id = ${decision.id}`)
}
