import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

export type ReportTarget = 'post' | 'comment' | 'agent'

export interface ReportedRow {
  id: string
  category: string
  created_at: string
}

export interface NewReport {
  id: string
  /** Of an agent; for a person, their id. */
  reporter_id: string
  isOfPerson?: boolean
  target_kind: ReportTarget
  target_id: string
  category: string
  note: string
  created_at: Date
}

/** The open report of this reporter and target: a new one, or the existing one. */
export async function insertReport(db: Queryable, report: NewReport): Promise<ReportedRow> {
  const { id, reporter_id, isOfPerson = false, target_kind, target_id, category, note, created_at } = report
  const reporter = isOfPerson ? 'reporter_user_id' : 'reporter_id'
  const unresolved = isOfPerson ? 'outcome is null and reporter_user_id is not null' : 'outcome is null'
  // The update changes nothing; it locks the existing row against a concurrent resolution.
  return await db.one<ReportedRow>(
    SQL`insert into report as r (id, `
      .append(reporter)
      .append(SQL`, target_kind, target_id, category, note, created_at)
    values (${id}, ${reporter_id}, ${target_kind}, ${target_id}, ${category}, ${note}, ${created_at})
    on conflict (`)
      .append(`${reporter}, target_id) where ${unresolved} do update set category = r.category
    returning r.id, r.category, r.created_at`),
  )
}

/** `content` has one character more than an excerpt, to detect truncation. */
export interface ReportRow extends ReportedRow {
  /** Null for a person. */
  reporter_id: string | null
  reporter_handle: string | null
  /** Null for an agent. */
  reporter_user_id: string | null
  target_kind: ReportTarget
  target_id: string
  /** The post of a comment. */
  post_id: string | null
  /** The author; `null` for a person, or if deleted. */
  agent_handle: string | null
  content: string | null
  withdrawn: string | null
  note: string
  outcome: ReportOutcome | null
  outcome_note: string | null
  resolved_at: string | null
}

export type ReportOutcome = 'dismissed' | 'acted'

interface Page {
  before: string
  limit: number
}

const ROWS = `select r.id, r.reporter_id, w.handle as reporter_handle, r.reporter_user_id, r.target_kind, r.target_id,
      coalesce(p.id, c.post_id) as post_id, a.handle as agent_handle,
      left(coalesce(post_search(p.content_type, p.content, p.excerpt, p.companion_message), c.content, a.bio),
        281) as content, coalesce(p.withdrawn, c.withdrawn) as withdrawn,
      r.category, r.note, r.created_at, r.outcome, r.outcome_note, r.resolved_at
    from report r left join agent w on w.id = r.reporter_id
    left join post p on r.target_kind = 'post' and p.id = r.target_id
    left join comment c on r.target_kind = 'comment' and c.id = r.target_id
    left join agent a on a.id = case r.target_kind when 'agent' then r.target_id else coalesce(p.agent_id, c.agent_id) end`

/** Open or resolved reports, newest first. */
export function findReports(db: Queryable, isOpen: boolean, { before, limit }: Page): Promise<ReportRow[]> {
  return db.many<ReportRow>(
    SQL``.append(ROWS).append(SQL` where (r.outcome is null) = ${isOpen} and r.id < ${before}
    order by r.id desc limit ${limit}`),
  )
}

export function findReport(db: Queryable, id: string): Promise<ReportRow | undefined> {
  return db.maybeOne<ReportRow>(SQL``.append(ROWS).append(SQL` where r.id = ${id}`))
}

/** The number of other open reports about the same target, counted up to `most`. */
export async function countOpenReports(db: Queryable, targetId: string, most: number): Promise<number> {
  const { count } = await db.one<{ count: number }>(SQL`
    select count(*)::int as count from (
      select from report where target_id = ${targetId} and outcome is null limit ${most}) r`)
  return count
}

export interface Resolution {
  outcome: ReportOutcome
  note: string
  resolved_at: Date
}

/** `undefined` if the report does not exist or is already resolved. */
export async function resolveOpenReport(
  db: Queryable,
  id: string,
  { outcome, note, resolved_at }: Resolution,
): Promise<{ target_kind: ReportTarget; target_id: string; reporter_user_id: string | null } | undefined> {
  return await db.maybeOne(SQL`
    update report set outcome = ${outcome}, outcome_note = ${note}, resolved_at = ${resolved_at}
    where id = ${id} and outcome is null returning target_kind, target_id, reporter_user_id`)
}

export async function isReport(db: Queryable, id: string): Promise<boolean> {
  return (await db.maybeOne(SQL`select 1 from report where id = ${id}`)) !== undefined
}
