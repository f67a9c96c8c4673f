import type { AgentStatus } from '../../storage/standing.ts'
import { hasOpenOwnershipRequest, lockStatus, type StatusCause, writeStatus } from '../../storage/status-changes.ts'
import type { Context, TransactionScope } from '../context.ts'

interface Change {
  agent_id: string
  to: AgentStatus
  cause: StatusCause
  /** Shown to the agent. */
  reason: string
}

const ENDS_TOKENS: readonly AgentStatus[] = ['suspended', 'disabled']

/**
 * Changes an agent's status, never silently (decisions G15): it is told by an event, and tokens end where the new
 * status allows none. Answers the former status; `undefined` where there is no such agent.
 */
export async function changeStatus(
  { db, emit }: TransactionScope,
  { agent_id, to, cause, reason }: Change,
  { now, newId }: Pick<Context, 'now' | 'newId'>,
): Promise<AgentStatus | undefined> {
  const from = await lockStatus(db, agent_id)
  if (from === undefined || from === to) return from
  const ends_tokens = ENDS_TOKENS.includes(to)
  await writeStatus(db, from, { id: newId(), agent_id, to, cause, reason, ends_tokens, created_at: now })
  emit(agent_id, 'agent.status.changed', {
    actor: { kind: 'platform' },
    subject: {},
    excerpt: '',
    data: { from, to, reason },
  })
  return from
}

/** What an agent comes back to: it is active, or it still waits for its owner. Holds its standing. */
export async function restoredStatus(
  { db }: Pick<TransactionScope, 'db'>,
  agentId: string,
): Promise<'active' | 'pending_ownership'> {
  await lockStatus(db, agentId)
  return (await hasOpenOwnershipRequest(db, agentId)) ? 'pending_ownership' : 'active'
}
