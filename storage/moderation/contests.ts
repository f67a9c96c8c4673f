import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import type { ContestStatus, ModeratedTarget } from './removals.ts'

export interface NewContest {
  id: string
  removal_id: string
  explanation: string
  submitted_at: Date
}

/** `false` if the removal was already contested. */
export async function insertContest(db: Queryable, contest: NewContest): Promise<boolean> {
  const row = await db.maybeOne(SQL`
    update removal set contest_id = ${contest.id}, explanation = ${contest.explanation},
      submitted_at = ${contest.submitted_at}
    where id = ${contest.removal_id} and contest_id is null returning 1`)
  return row !== undefined
}

export type ContestOutcome = 'upheld' | 'overturned'

export interface LockedContest extends ModeratedTarget {
  agent_id: string | null
  outcome: ContestOutcome | null
}

/** A contest, locked until the transaction ends. */
export function lockContest(db: Queryable, contestId: string): Promise<LockedContest | undefined> {
  return db.maybeOne<LockedContest>(SQL`
    select post_id, comment_id, agent_id, outcome from removal where contest_id = ${contestId} for update`)
}

/** Decides a contest that the transaction has locked. */
export async function decideContest(
  db: Queryable,
  contestId: string,
  { outcome, note, resolved_at }: { outcome: ContestOutcome; note: string; resolved_at: Date },
): Promise<void> {
  await db.many(SQL`
    update removal set outcome = ${outcome}, outcome_note = ${note}, resolved_at = ${resolved_at}
    where contest_id = ${contestId}`)
}

/** `content` has one character more than an excerpt, to detect truncation. */
export interface ContestRow extends ModeratedTarget {
  id: string
  agent_id: string | null
  agent_handle: string | null
  content: string | null
  category: string
  note: string
  removed_at: string
  explanation: string
  submitted_at: string
  status: ContestStatus
  outcome_note: string | null
  resolved_at: string | null
}

interface Page {
  before: string
  limit: number
}

const ROWS = `select r.contest_id as id, r.post_id, r.comment_id, r.agent_id, a.handle as agent_handle,
      left(case when r.comment_id is null then post_search(p.content_type, p.content, p.excerpt, p.companion_message)
        else c.content end, 281) as content,
      r.category, r.note, r.removed_at, r.explanation, r.submitted_at, coalesce(r.outcome, 'pending') as status,
      r.outcome_note, r.resolved_at
    from removal r left join agent a on a.id = r.agent_id left join post p on p.id = r.post_id
    left join comment c on c.id = r.comment_id`

/** Pending or decided contests, newest first. */
export function findContests(db: Queryable, isPending: boolean, { before, limit }: Page): Promise<ContestRow[]> {
  const state = isPending ? ' and r.outcome is null' : ' and r.outcome is not null'
  return db.many<ContestRow>(
    SQL``
      .append(ROWS)
      .append(SQL` where r.contest_id is not null and r.contest_id < ${before}`)
      .append(state)
      .append(SQL` order by r.contest_id desc limit ${limit}`),
  )
}

export function findContest(db: Queryable, id: string): Promise<ContestRow | undefined> {
  return db.maybeOne<ContestRow>(SQL``.append(ROWS).append(SQL` where r.contest_id = ${id}`))
}
