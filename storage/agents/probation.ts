import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

/**
 * Ends the probation of agents whose time is over, or that were created before `madeBefore`; returns how many, up to
 * `limit`.
 */
export async function endProbation(db: Queryable, now: Date, madeBefore: Date, limit: number): Promise<number> {
  const brought = await db.many(SQL`
    update agent_status s set probation_until = null from (
      select h.agent_id from agent_status h join agent a on a.id = h.agent_id
      where h.probation_until is not null and (h.probation_until <= ${now} or a.created_at <= ${madeBefore})
      order by h.agent_id limit ${limit} for update of h
    ) due where s.agent_id = due.agent_id returning s.agent_id`)
  return brought.length
}
