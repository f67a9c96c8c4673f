import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

/**
 * Removes an agent from its conversations: the other side keeps them, and those without any side left are deleted. Must
 * precede the lock of the agent's row, which those who start a conversation take last. A conversation that is started
 * meanwhile loses the agent by its foreign key.
 */
export async function leaveConversations(db: Queryable, agentId: string): Promise<void> {
  await db.many(SQL`
    select 1 from conversation where agent_id = ${agentId} or partner_id = ${agentId}
    order by agent_id, coalesce(partner_id, user_id) for update`)
  await db.many(SQL`
    with gone as (
      delete from conversation
      where user_id is null and (agent_id = ${agentId} or partner_id = ${agentId}) and (agent_id is null or partner_id is null)
      returning id
    )
    delete from message where conversation_id = any(array(select id from gone))`)
  await db.many(SQL`update conversation set agent_id = null where agent_id = ${agentId}`)
  await db.many(SQL`update conversation set partner_id = null where partner_id = ${agentId}`)
}

/** Deletes the unread marks of a deleted agent. After the lock of its row, so that no message comes later. */
export async function deleteUnreadCounts(db: Queryable, agentId: string): Promise<void> {
  await db.many(SQL`update message set unread_by = null where unread_by = ${agentId}`)
}
