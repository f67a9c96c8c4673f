import { findStatusChange, lockStatus, type StatusCause, writeStatus } from '../../storage/agents/status-changes.ts'
import { type AgentStatus, WRITER_STATUSES } from '../../storage/agents/status-locks.ts'
import { withdrawChallenges } from '../../storage/challenges/challenge-rows.ts'
import { reconcileCounters } from '../../storage/content/recount.ts'
import type { Queryable } from '../../storage/db/db.ts'
import { hasOwnershipRequest } from '../../storage/ownership/ownership-requests.ts'
import { putOwnerNotification } from '../../storage/person-notifications/notification-rows.ts'
import type { Context, TransactionScope } from '../core/context.ts'
import { cancelRecovery } from '../keys/replacing/cancel-recovery.ts'
import { laterId } from './later-id.ts'

interface Change {
  agent_id: string
  to: AgentStatus
  cause: StatusCause
  /** Shown to the agent. */
  reason: string
}

const ENDS_TOKENS: readonly AgentStatus[] = ['suspended', 'disabled']

/** The status of an agent that may be active again: `pending_ownership` while it has an open ownership request. */
const activeOrPending = async (db: Queryable, agentId: string): Promise<AgentStatus> =>
  (await hasOwnershipRequest(db, agentId)) ? 'pending_ownership' : 'active'

/**
 * Whether open challenges are withdrawn: passing one must not reverse another decision, and a disabled agent cannot
 * answer.
 */
async function withdraw(db: Queryable, { agent_id, cause }: Change, to: AgentStatus, now: Date): Promise<void> {
  if (to === 'disabled') await withdrawChallenges(db, agent_id, now)
  else if (!WRITER_STATUSES.includes(to) && cause !== 'liveness')
    await withdrawChallenges(db, agent_id, now, 'liveness_nonce')
}

/**
 * Whether an operator takes over the current status, or changes its reason: then neither an owner nor a passed
 * challenge can end it. A status that never changed has no reason to replace.
 */
const isRestated = ({ cause, reason }: Change, last: { cause: StatusCause; reason: string } | undefined): boolean =>
  cause === 'operator' && last !== undefined && (last.cause !== 'operator' || last.reason !== reason)

/**
 * Changes an agent's status, never silently (STATUS-23): an event notifies it, and its tokens end if the new status
 * allows none. `active` becomes `pending_ownership` while an ownership request is open. Returns the previous and the
 * new status; `undefined` if there is no such agent.
 */
export async function changeStatus(
  scope: TransactionScope,
  change: Change,
  context: Pick<Context, 'now' | 'newId' | 'installation'>,
): Promise<{ from: AgentStatus; to: AgentStatus; hasChanged: boolean } | undefined> {
  const { db, emit, last } = scope
  const { now, newId } = context
  const { agent_id, to: wanted, cause, reason } = change
  const from = await lockStatus(db, agent_id)
  if (from === undefined) return undefined
  const to = wanted === 'active' ? await activeOrPending(db, agent_id) : wanted
  const before = await findStatusChange(db, agent_id)
  if (from === to && !isRestated(change, before)) return { from, to, hasChanged: false }
  const ends_tokens = ENDS_TOKENS.includes(to)
  const id = laterId(newId(), before?.id)
  await writeStatus(db, from, { id, agent_id, to, cause, reason, ends_tokens, created_at: now })
  await withdraw(db, change, to, now)
  // The agent could no longer object (RECOVER-24).
  if (to === 'disabled') await cancelRecovery(scope, { agent_id, outcome: 'disabled' }, context)
  last(scopeDb => reconcileCounters(scopeDb, agent_id))
  const isTrouble = !WRITER_STATUSES.includes(to) && cause !== 'owner'
  const changed = { id: newId(), kind: 'agent_status_changed', agent_id, subject_id: id, created_at: now } as const
  if (isTrouble) await putOwnerNotification(db, changed)
  emit(agent_id, 'agent.status.changed', {
    actor: { kind: 'platform' },
    subject: {},
    excerpt: '',
    data: { from, to, reason },
  })
  return { from, to, hasChanged: true }
}
