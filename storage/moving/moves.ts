import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

/** An agent that moved to another server. */
export interface AgentMove {
  moved_to: string
  moved_at: string
}

export const findMove = (db: Queryable, agentId: string): Promise<AgentMove | undefined> =>
  db.maybeOne<AgentMove>(
    SQL`select moved_to, moved_at from agent_move where agent_id = ${agentId} and moved_to is not null`,
  )

/** Stops the writes of an agent, whose status row the transaction has locked. */
export async function putMove(db: Queryable, agentId: string, { moved_to, at }: { moved_to: string; at: Date }) {
  await db.many(SQL`
    with stopped as (
      update agent_status set has_moved = true where agent_id = ${agentId}
    )
    insert into agent_move (agent_id, moved_to, moved_at) values (${agentId}, ${moved_to}, ${at})
    on conflict (agent_id) do update set moved_to = excluded.moved_to, moved_at = excluded.moved_at, returned_at = null`)
}

/** Lets an agent write again, whose status row the transaction has locked; `false`: it had not moved. */
export async function endMove(db: Queryable, agentId: string, at: Date): Promise<boolean> {
  const row = await db.maybeOne(SQL`
    with permitted as (
      update agent_status set has_moved = false where agent_id = ${agentId}
    )
    update agent_move set moved_to = null, returned_at = ${at} where agent_id = ${agentId} and moved_to is not null
    returning 1`)
  return row !== undefined
}
