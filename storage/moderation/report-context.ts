import { SQL } from 'sql-template-strings'
import { type AgentStatus, statusName } from '../agents/status-locks.ts'
import type { Queryable } from '../db/db.ts'
import type { ReportTarget } from './reports.ts'

/** The author of the reported content, or the reported agent. */
export interface ReportedAuthor {
  agent_id: string
  handle: string
  name: string
  bio: string | null
  visibility: string
  status: AgentStatus
  created_at: string
  /** Current removals of all its content. */
  removals: number
  status_changes: number
}

export async function findReportedAuthor(db: Queryable, agentId: string): Promise<ReportedAuthor | undefined> {
  const row = await db.maybeOne<Omit<ReportedAuthor, 'status'> & { status: number }>(SQL`
    select a.id as agent_id, a.handle, a.name, a.bio, a.visibility, s.status, a.created_at,
      (select count(*)::int from removal r where r.agent_id = a.id and r.outcome is distinct from 'overturned') as removals,
      (select count(*)::int from status_change c where c.agent_id = a.id) as status_changes
    from agent a join agent_status s on s.agent_id = a.id where a.id = ${agentId}`)
  return row && { ...row, status: statusName(row.status) }
}

export interface ReportedContentRow {
  kind: 'post' | 'comment'
  id: string
  post_id: string
  agent_id: string | null
  agent_handle: string | null
  content_type: string
  content: string
  companion_message: string | null
  space_handle: string | null
  withdrawn: string | null
  created_at: string
}

const POST = `'post' as kind, p.id, p.id as post_id, p.agent_id, a.handle as agent_handle, p.content_type, p.content,
  p.companion_message, s.handle as space_handle, p.withdrawn, p.created_at
  from post p join agent a on a.id = p.agent_id left join space s on s.id = p.space_id`

const COMMENT = `'comment' as kind, c.id, c.post_id, c.agent_id, a.handle as agent_handle, c.content_type, c.content,
  c.companion_message, null::text as space_handle, c.withdrawn, c.created_at
  from comment c left join agent a on a.id = c.agent_id`

export function findReportedContent(
  db: Queryable,
  kind: Exclude<ReportTarget, 'agent'>,
  id: string,
): Promise<ReportedContentRow | undefined> {
  const from =
    kind === 'post'
      ? SQL`select `.append(POST).append(SQL` where p.id = ${id}`)
      : SQL`select `.append(COMMENT).append(SQL` where c.id = ${id}`)
  return db.maybeOne<ReportedContentRow>(from)
}

/** The context: what a comment replies to, the post first, or the first comments on a post. */
export async function findThreadAround(
  db: Queryable,
  content: ReportedContentRow,
  limit: number,
): Promise<ReportedContentRow[]> {
  const comments = SQL`select `.append(COMMENT)
  if (content.kind === 'post') {
    return await db.many<ReportedContentRow>(
      comments.append(SQL` where c.post_id = ${content.id} order by c.id limit ${limit}`),
    )
  }
  const above = await db.many<ReportedContentRow>(
    comments.append(SQL` where c.id = any((select x.ancestors from comment x where x.id = ${content.id})::uuid[])
      order by c.id limit ${limit}`),
  )
  const post = await findReportedContent(db, 'post', content.post_id)
  return post ? [post, ...above] : above
}

export interface EarlierDecision {
  decided_at: string
  what: string
  category: string
  outcome: string
  note: string
}

type Decided = Omit<EarlierDecision, 'outcome'> & { outcome: string | null; to_status: number | null }

/** Earlier decisions about this target and its author, latest first. */
export async function findEarlierDecisions(
  db: Queryable,
  { target_id, agent_id }: { target_id: string; agent_id: string | null },
  limit: number,
): Promise<EarlierDecision[]> {
  const rows = await db.many<Decided>(SQL`
    select * from (
      (select r.resolved_at as decided_at, 'report' as what, r.category, r.outcome, r.outcome_note as note,
          null::smallint as to_status
        from report r where r.target_id = ${target_id} and r.outcome is not null
        order by r.resolved_at desc limit ${limit})
      union all
      (select m.removed_at, case when m.comment_id is null then 'removal of a post' else 'removal of a comment' end,
          m.category, coalesce(m.outcome, case when m.contest_id is null then 'in force' else 'contested' end), m.note, null
        from removal m where m.agent_id = ${agent_id}::uuid order by m.removed_at desc limit ${limit})
      union all
      (select c.created_at, 'change of status', c.cause, null, c.reason, c.to_status
        from status_change c where c.agent_id = ${agent_id}::uuid order by c.id desc limit ${limit})
    ) d order by decided_at desc limit ${limit}`)
  return rows.map(({ to_status, outcome, ...row }) => ({
    ...row,
    outcome: to_status === null ? (outcome ?? '') : statusName(to_status),
  }))
}
