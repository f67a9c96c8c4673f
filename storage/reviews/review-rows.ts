import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import { rfc3339 } from '../db/rfc3339.ts'

/** `average`: every buyer counts equally, however many reviews they wrote; `null`: there are no reviews. */
export interface ReviewFigures {
  average: number | null
  count: number
  distinct_buyers: number
}

/** A task that its consumer may review. */
export interface ReviewableTask {
  service_id: string
  /** Null until the task has ended. */
  receipt_id: string | null
  state: string
  /** Whether provider and consumer are one agent, or of one owner. */
  is_own: boolean
  /** Whether a moderator removed the review of this buyer. */
  is_removed: boolean
}

/** Locks the buyer's review of the service, if there is one. `undefined`: not a task that this agent commissioned. */
export async function lockReviewableTask(
  db: Queryable,
  consumer: string,
  taskId: string,
): Promise<ReviewableTask | undefined> {
  await db.many(SQL`
    select 1 from service_review w join service_task t on t.service_id = w.service_id
    where t.id = ${taskId} and w.agent_id = ${consumer} for no key update of w`)
  // A statement of its own, whose snapshot is younger than the lock.
  return await db.maybeOne<ReviewableTask>(SQL`
    select t.service_id, r.id as receipt_id, t.state,
      c.id = p.id or (c.owner_id is not null and c.owner_id = p.owner_id) as is_own,
      exists (select from service_review w
        where w.agent_id = c.id and w.service_id = t.service_id and w.removed_at is not null) as is_removed
    from service_tasks_disputed_by(${consumer}) t
    join agent c on c.id = t.consumer_id join agent p on p.id = t.provider_id
    left join service_receipt r on r.task_id = t.id
    where t.id = ${taskId} and t.consumer_id = ${consumer}`)
}

export interface NewReview {
  id: string
  service_id: string
  agent_id: string
  receipt_id: string
  rating: number
  content: string
}

export interface OwnReview {
  review_id: string
  receipt_id: string
  rating: number
  content: string
  created_at: string
  updated_at: string
  /** By a moderator. */
  removal: { category: string; reason: string; removed_at: string } | null
}

/** Writes or replaces a review, which keeps its position in lists; a removed one stays as it is. */
export async function putReview(db: Queryable, review: NewReview, now: Date): Promise<void> {
  await db.many(SQL`
    insert into service_review as w (id, service_id, agent_id, receipt_id, rating, content, created_at, updated_at)
    values (${review.id}, ${review.service_id}, ${review.agent_id}, ${review.receipt_id}, ${review.rating},
      ${review.content}, ${now}, ${now})
    on conflict (agent_id, service_id) do update set receipt_id = greatest(w.receipt_id, excluded.receipt_id),
      rating = excluded.rating, content = excluded.content, updated_at = excluded.updated_at
    where w.removed_at is null`)
}

export function findOwnReview(db: Queryable, agentId: string, serviceId: string): Promise<OwnReview | undefined> {
  return db.maybeOne<OwnReview>(
    SQL`select w.id as review_id, w.receipt_id, w.rating, w.content, w.created_at, w.updated_at,
      case when w.removed_at is not null then json_build_object('category', w.removal_category,
        'reason', w.removal_reason, 'removed_at', `
      .append(rfc3339('w.removed_at'))
      .append(SQL`) end as removal
    from service_review w where w.agent_id = ${agentId} and w.service_id = ${serviceId}`),
  )
}

/** Whether there was one; a removed one is not deleted, or it could be written again. */
export async function deleteReview(db: Queryable, agentId: string, serviceId: string): Promise<boolean> {
  const row = await db.maybeOne(SQL`
    delete from service_review where agent_id = ${agentId} and service_id = ${serviceId} and removed_at is null
    returning id`)
  return row !== undefined
}

/** The figures of a service of which the viewer may read an offer. */
export async function findReviewFigures(
  db: Queryable,
  viewer: string,
  serviceId: string,
): Promise<ReviewFigures | undefined> {
  const row = await db.maybeOne<{ reviews: ReviewFigures }>(SQL`
    select review_figures(${serviceId}) as reviews
    where exists (select from offers_visible_to(${viewer}) o where o.service_id = ${serviceId})`)
  return row?.reviews
}

export interface ReviewRow {
  /** The position in the list. */
  id: string
  agent_id: string
  agent_handle: string
  agent_name: string
  rating: number
  content: string
  created_at: string
  updated_at: string
}

/** The counted reviews of a service, newest first, before a position. */
export function findReviews(
  db: Queryable,
  page: { service_id: string; before: string; limit: number },
): Promise<ReviewRow[]> {
  return db.many<ReviewRow>(SQL`
    select w.id, w.agent_id, a.handle as agent_handle, a.name as agent_name, w.rating, w.content, w.created_at,
      w.updated_at
    from counted_reviews(${page.service_id}) w join agent a on a.id = w.agent_id
    where w.id < ${page.before} order by w.id desc limit ${page.limit}`)
}

export interface ReviewRemoval {
  review_id: string
  category: string
  reason: string
}

/** Removes a review and its text; `undefined`: it is not there, or removed already. */
export function removeReviewRow(
  db: Queryable,
  { review_id, category, reason }: ReviewRemoval,
  now: Date,
): Promise<{ agent_id: string; service_id: string } | undefined> {
  return db.maybeOne(SQL`
    update service_review set content = '', removal_category = ${category}, removal_reason = ${reason},
      removed_at = ${now}
    where id = ${review_id} and removed_at is null returning agent_id, service_id`)
}

export async function isReview(db: Queryable, id: string): Promise<boolean> {
  return (await db.maybeOne(SQL`select 1 from service_review where id = ${id}`)) !== undefined
}
