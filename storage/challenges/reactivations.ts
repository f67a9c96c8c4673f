import { SQL } from 'sql-template-strings'
import type { StatusCause } from '../agents/status-changes.ts'
import type { Queryable } from '../db/db.ts'

/** What prevents an agent from being `active`: its challenges and the cause of its status. */
export interface ReactivationRow {
  cause: StatusCause | null
  reason: string | null
  since: string | null
  /** How long its open nonce can be returned. */
  nonce_until: string | null
  /** When it can request a nonce; `null`: immediately. */
  nonce_at: string | null
}

export function findReactivation(db: Queryable, agentId: string, now: Date): Promise<ReactivationRow> {
  return db.one<ReactivationRow>(SQL`
    select c.cause, c.reason, c.created_at as since, g.nonce_at,
      (select o.ends_at from challenge o where o.agent_id = t.agent_id and o.kind = 'liveness_nonce'
        and o.outcome is null and o.ends_at > ${now}) as nonce_until
    from (select ${agentId}::uuid as agent_id) t
    left join agent_agency g on g.agent_id = t.agent_id
    left join lateral (
      select cause, reason, created_at from status_change s where s.agent_id = t.agent_id order by s.id desc limit 1
    ) c on true`)
}
