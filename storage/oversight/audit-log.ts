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

export async function insertAudit(db: Queryable, row: Omit<AuditRow, 'created_at'>, now: Date): Promise<void> {
  await db.many(SQL`
    insert into audit (id, actor, action, subject, before, after, reason, created_at)
    values (${row.id}, ${row.actor}, ${row.action}, ${row.subject}::jsonb, ${row.before}::jsonb, ${row.after}::jsonb,
      ${row.reason}, ${now})`)
}

/** The audit log, newest first, older than `before`. */
export function listAuditRows(db: Queryable, before: string, limit: number): Promise<AuditRow[]> {
  return db.many<AuditRow>(SQL`
    select id, actor, action, subject, before, after, reason, created_at from audit
    where id < ${before} order by id desc limit ${limit}`)
}
