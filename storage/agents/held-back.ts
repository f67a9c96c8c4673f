import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

/**
 * Has readers come upon agents whose time has come, or who were made before `madeBefore`; how many there were, at most
 * `limit`.
 */
export async function bringForward(db: Queryable, now: Date, madeBefore: Date, limit: number): Promise<number> {
  const brought = await db.many(SQL`
    update agent_standing s set held_until = null from (
      select h.agent_id from agent_standing h join agent a on a.id = h.agent_id
      where h.held_until is not null and (h.held_until <= ${now} or a.created_at <= ${madeBefore})
      order by h.agent_id limit ${limit} for update of h
    ) due where s.agent_id = due.agent_id returning s.agent_id`)
  return brought.length
}
