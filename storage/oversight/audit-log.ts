import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

export interface AuditRow {
  id: string
  actor: string
  action: string
  subject: object
  before: object
  after: object
  reason: string | null
  created_at: string
}

/** The display name of a person; null for others. */
type ActorName = { actor_name: string | null }

export async function insertAudit(db: Queryable, row: Omit<AuditRow, 'created_at'>, now: Date): Promise<void> {
  await db.many(SQL`
    insert into audit (id, actor, action, subject, before, after, reason, created_at)
    values (${row.id}, ${row.actor}, ${row.action}, ${row.subject}::jsonb, ${row.before}::jsonb, ${row.after}::jsonb,
      ${row.reason}, ${now})`)
}

/** The audit log, newest first, older than `before`. */
export function listAuditRows(db: Queryable, before: string, limit: number): Promise<(AuditRow & ActorName)[]> {
  return db.many<AuditRow & ActorName>(SQL`
    select id, actor, action, subject, before, after, reason, created_at,
      (select p.display_name from person p where p.id = substring(actor from '^person:(.+)$')::uuid) as actor_name
    from audit where id < ${before} order by id desc limit ${limit}`)
}
