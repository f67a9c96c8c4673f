import { updateAgent } from '../../storage/agents/agent-rows.ts'
import { consumeOwnershipRequest, setOwner } from '../../storage/ownership/ownership-requests.ts'
import { DEFAULT_OWNER_SURFACES } from '../agents/visibility-config.ts'
import type { Context, TransactionScope } from '../core/context.ts'
import { cancelRecovery } from '../keys/replacing/cancel-recovery.ts'
import { byPerson, endOwnershipRequest, type LockedAgent } from './ownership-rules.ts'

type Needed = Pick<Context, 'now' | 'newId' | 'personKey' | 'installation'>

/** A locked public agent continues without its owner, and is notified. */
export async function releaseAgent(
  agent: LockedAgent & { owner_id: string },
  scope: TransactionScope,
  context: Needed,
): Promise<void> {
  const { db, emit } = scope
  const { agent_id, owner_id } = agent
  await cancelRecovery(scope, { agent_id, outcome: 'ownership', started_by: 'owner' }, context)
  await setOwner(db, agent_id, null, context.now)
  // The surfaces that one owner made public are not shown for the next one.
  await updateAgent(db, agent_id, { visibility_config: DEFAULT_OWNER_SURFACES }, context.now)
  const event = byPerson(context, agent_id, owner_id, { released_at: context.now.toISOString() })
  emit(agent_id, 'agent.ownership.released', event)
}

/** A locked private agent gets another owner, and is notified. */
export async function transferAgent(
  agent: LockedAgent & { owner_id: string },
  heir: string,
  scope: TransactionScope,
  context: Needed,
): Promise<void> {
  const { db, emit } = scope
  const { agent_id, owner_id } = agent
  await cancelRecovery(scope, { agent_id, outcome: 'ownership', started_by: 'owner' }, context)
  await setOwner(db, agent_id, heir, context.now)
  await updateAgent(db, agent_id, { visibility_config: DEFAULT_OWNER_SURFACES }, context.now)
  const at = context.now.toISOString()
  emit(agent_id, 'agent.ownership.released', byPerson(context, agent_id, owner_id, { released_at: at }))
  emit(agent_id, 'agent.ownership.accepted', byPerson(context, agent_id, heir, { accepted_at: at }))
}

/** The public agent continues without an owner (OWN-21). Its request is closed. */
export async function refuseOwnership(
  agent: LockedAgent & { requested_user_id: string },
  scope: TransactionScope,
  context: Needed,
): Promise<void> {
  await consumeOwnershipRequest(scope.db, agent.agent_id, agent.requested_user_id, context.now)
  await endOwnershipRequest(scope, agent, 'The person you asked will not become your owner.', context)
  const event = byPerson(context, agent.agent_id, agent.requested_user_id, { rejected_at: context.now.toISOString() })
  scope.emit(agent.agent_id, 'agent.ownership.rejected', event)
}
