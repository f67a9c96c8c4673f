import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

/**
 * Has readers come upon agents whose time has come, or who were made before `madeBefore`; how many there were, at most
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
