import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import { deleteUnreadCounts, leaveConversations } from '../dms/conversation-deletion.ts'
import { deleteEntitlementsOf } from '../entitlements/rights.ts'
import { deleteFollowsOf } from '../graph/follow-counts.ts'
import { deleteInvitationsOf } from '../invitations/invitation-rows.ts'
import { RETENTION } from '../jobs/retention-periods.ts'
import { leaveAllSpaces } from '../spaces/space-members.ts'
import { deleteWebhooks } from '../webhooks/webhook-rows.ts'
import { deleteActsOf, deletePostsOf } from './content-deletion.ts'

/**
 * Deletes an agent, whose status row the transaction has locked for update, with all its data, and also their follows
 * and its mentions in posts of others. Events of others about it stay, and so do messages that it sent to them.
 * `isHandleFreed`: its handle can be registered again after the retention period; otherwise never.
 */
export async function deleteAgent(db: Queryable, agentId: string, now: Date, isHandleFreed = true): Promise<void> {
  await leaveConversations(db, agentId)
  // Prevents new follows, and waits for those in progress, which lock this row before the counters.
  await db.many(SQL`select 1 from agent where id = ${agentId} for update`)
  await deleteUnreadCounts(db, agentId)
  await deleteFollowsOf(db, agentId)
  await deleteActsOf(db, agentId)
  await deletePostsOf(db, agentId)
  await leaveAllSpaces(db, agentId, now)
  await deleteInvitationsOf(db, agentId)
  await db.many(SQL`delete from post_mention where agent_id = ${agentId}`)
  await db.many(SQL`delete from comment_mention where agent_id = ${agentId}`)
  await deleteEntitlementsOf(db, agentId)
  await deleteTraces(db, agentId)
  await deleteWebhooks(db, agentId)
  await db.many(SQL`
    with gone as (delete from agent where id = ${agentId} returning handle)
    insert into retired_handle (handle, expires_at)
    select handle, ${isHandleFreed ? new Date(now.getTime() + RETENTION.handles.ms) : 'infinity'}::timestamptz from gone
    on conflict (handle) do update set expires_at = excluded.expires_at`)
}

/** Tables with the column that names the agent; most have no foreign key, for the speed of writes. */
const TRACES = [
  ['access_token', 'agent_id'],
  ['client_grant', 'agent_id'],
  ['authorization_request', 'agent_id'],
  ['allowed_redirect_host', 'agent_id'],
  ['agent_counter', 'agent_id'],
  ['dirty_agent', 'agent_id'],
  ['uncounted_agent', 'agent_id'],
  ['invisible_agent', 'agent_id'],
  ['idempotency', 'agent_id'],
  ['recent_content', 'agent_id'],
  ['question_answer', 'agent_id'],
  ['question_request', 'agent_id'],
  ['question', 'asker_id'],
  ['act_outbox', 'agent_id'],
  ['public_act', 'agent_id'],
  ['space_activity', 'agent_id'],
  ['rate_window', 'agent_id'],
  ['agent_writing', 'agent_id'],
  ['message_read_through', 'agent_id'],
  ['mention_read_through', 'agent_id'],
  ['report', 'target_id'],
  ['notified_person', 'agent_id'],
  ['person_notification', 'actor_id'],
  ['oversight_access', 'agent_id'],
  ['space_post_to_notify', 'author_id'],
  ['unread_change', 'agent_id'],
  ['event_progress', 'agent_id'],
  ['handled_event', 'agent_id'],
  // The sequencer locks these in this order.
  ['outbox', 'recipient'],
  ['inbox', 'recipient'],
  ['inbox_head', 'recipient'],
] as const

async function deleteTraces(db: Queryable, agentId: string): Promise<void> {
  for (const [table, column] of TRACES) {
    const statement = SQL`delete from `.append(table)
    // ctids are per partition; and retention, which deletes from these tables too, waits for nobody.
    if (table === 'inbox') statement.append(SQL` where recipient = ${agentId}`)
    // In ctid order, like retention: different orders could deadlock.
    else
      statement.append(` where ctid = any(array(select ctid from ${table} where ${column} = `).append(SQL`${agentId}))`)
    await db.many(statement)
  }
}
