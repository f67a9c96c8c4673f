import type { Visibility } from '../../storage/agents/agent-rows.ts'
import { lockStatus } from '../../storage/agents/status-changes.ts'
import type { AgentStatus } from '../../storage/agents/status-locks.ts'
import type { Queryable } from '../../storage/db/db.ts'
import { RETENTION } from '../../storage/jobs/retention-periods.ts'
import {
  dropExpiredRequest,
  findOwnership,
  insertOwnershipRequest,
  type OwnershipRow,
} from '../../storage/ownership/ownership-requests.ts'
import { putNotification } from '../../storage/person-notifications/notification-rows.ts'
import { requireNamedAgent } from '../agents/named-agent.ts'
import { opaqueUserId } from '../agents/opaque-user-id.ts'
import type { Context, TransactionScope } from '../core/context.ts'
import { Problem } from '../core/problems/problem.ts'
import { changeStatus } from '../moderation/change-status.ts'

/** OWN-4 */

/** Requests a person as the owner; the request of a private agent, which requires one, never expires. */
export async function createOwnershipRequest(
  db: Queryable,
  { agent_id, user_id, visibility }: { agent_id: string; user_id: string; visibility: Visibility },
  { now, newId }: Pick<Context, 'now' | 'newId'>,
): Promise<{ requested_at: Date; expires_at: Date | null }> {
  const expires_at = visibility === 'private' ? null : new Date(now.getTime() + RETENTION.ownership_requests.ms)
  await insertOwnershipRequest(db, { agent_id, user_id, requested_at: now, expires_at })
  const pair = { person_id: user_id, subject_id: agent_id, actor_id: agent_id }
  await putNotification(db, { id: newId(), kind: 'ownership_requested', ...pair, created_at: now })
  return { requested_at: now, expires_at }
}

export interface LockedAgent extends OwnershipRow {
  status: AgentStatus
}

/**
 * The agent that an operator specifies; its status row, which includes ownership, is locked until the transaction ends.
 */
export async function lockNamedAgent(db: Queryable, name: string): Promise<LockedAgent> {
  const { id } = await requireNamedAgent(db, name)
  const status = await lockStatus(db, id)
  const ownership = status && (await findOwnership(db, id))
  if (!ownership) throw new Problem('not-found', 'This agent does not exist.')
  return { ...ownership, status }
}

/** The same for an agent with an owner: any, or that person. For others it does not exist. */
export async function lockOwnedAgent(
  db: Queryable,
  name: string,
  userId: string | undefined,
): Promise<LockedAgent & { owner_id: string }> {
  const agent = await lockNamedAgent(db, name)
  const { owner_id } = agent
  if (userId !== undefined && owner_id !== userId) throw new Problem('not-found', 'This agent does not exist.')
  if (owner_id === null) throw new Problem('not-found', 'This agent has no owner.')
  return { ...agent, owner_id }
}

/** Ends the wait for an owner; an agent that was suspended or disabled in the meantime stays so. */
export async function endOwnershipRequest(
  scope: TransactionScope,
  { agent_id, status }: Pick<LockedAgent, 'agent_id' | 'status'>,
  reason: string,
  context: Pick<Context, 'now' | 'newId' | 'installation'>,
): Promise<AgentStatus> {
  if (status !== 'pending_ownership') return status
  await changeStatus(scope, { agent_id, to: 'active', cause: 'ownership', reason }, context)
  return 'active'
}

const EXPIRED = 'The ownership request expired: the person you asked did not respond within 14 days.'

/** Ends the wait of an agent whose request has expired (OWN-23); does nothing for any other. */
export async function expireRequest(
  scope: TransactionScope,
  agent: Pick<LockedAgent, 'agent_id' | 'status'>,
  context: Pick<Context, 'now' | 'newId' | 'installation'>,
): Promise<void> {
  if (await dropExpiredRequest(scope.db, agent.agent_id, context.now))
    await endOwnershipRequest(scope, agent, EXPIRED, context)
}

/** The event about a person's decision on ownership. */
export function byPerson(
  { personKey }: Pick<Context, 'personKey'>,
  agentId: string,
  userId: string,
  data: object,
): object {
  const user_id = opaqueUserId(personKey, agentId, userId)
  return { actor: { kind: 'user', user_id }, subject: {}, excerpt: '', data: { user_id, ...data } }
}
