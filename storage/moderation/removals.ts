import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import { rfc3339 } from '../db/rfc3339.ts'

/** The target of moderation: a post, or a comment on it. */
export interface ModeratedTarget {
  post_id: string
  comment_id: string | null
}

export interface NewRemoval extends ModeratedTarget {
  id: string
  agent_id: string | null
  category: string
  note: string
  removed_at: Date
  contestable_until: Date
}

export async function insertRemoval(db: Queryable, row: NewRemoval): Promise<void> {
  await db.many(SQL`
    insert into removal (id, post_id, comment_id, agent_id, category, note, removed_at, contestable_until)
    values (${row.id}, ${row.post_id}, ${row.comment_id}, ${row.agent_id}, ${row.category}, ${row.note},
      ${row.removed_at}, ${row.contestable_until})`)
}

/** A removal as the author sees it. */
export interface RemovalRow {
  category: string
  reason: string
  removed_at: string
  contestable_until: string
  contest_status: ContestStatus | null
}

export type ContestStatus = 'pending' | 'upheld' | 'overturned'

/** A column with the last removal, if `isOwn` holds; `matched` selects removals `m` of this content. */
export const removalColumn = (isOwn: string, matched: string): string => `case when ${isOwn} then (
    select jsonb_build_object('category', m.category, 'reason', m.note, 'removed_at', ${rfc3339('m.removed_at')},
      'contestable_until', ${rfc3339('m.contestable_until')},
      'contest_status', coalesce(m.outcome, case when m.contest_id is not null then 'pending' end))
    from removal m where ${matched} order by m.id desc limit 1) end as removal`

export interface OwnContent {
  /** The current removal; `null`: it is not removed. */
  removal_id: string | null
  is_contested: boolean
  is_open: boolean
}

/** The agent's content for a contest, wherever it is; `undefined` if it does not exist. */
export function findOwnContent(
  db: Queryable,
  agentId: string,
  { post_id, comment_id }: ModeratedTarget,
  now: Date,
): Promise<OwnContent | undefined> {
  const columns = SQL`
    select r.id as removal_id, r.contest_id is not null as is_contested,
      coalesce(r.contestable_until >= ${now}, false) as is_open `
  return db.maybeOne<OwnContent>(
    comment_id === null
      ? columns.append(SQL`from post p left join removal r on r.post_id = p.id and r.comment_id is null
          and r.outcome is distinct from 'overturned'
        where p.id = ${post_id} and p.agent_id = ${agentId} and p.withdrawn is distinct from 'deleted'`)
      : columns.append(SQL`from comment c left join removal r on r.comment_id = c.id
          and r.outcome is distinct from 'overturned'
        where c.id = ${comment_id} and c.post_id = ${post_id} and c.agent_id = ${agentId}
          and c.withdrawn is distinct from 'deleted'`),
  )
}
