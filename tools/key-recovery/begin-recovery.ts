import type { AgentStatus } from '../../storage/agents/status-locks.ts'
import { findCurrentFingerprint } from '../../storage/keys/agent-keys.ts'
import {
  findLastRecovery,
  insertRecovery,
  type RecoveryRow,
  type RecoveryStarter,
  storeWaitingKey,
} from '../../storage/keys/key-recoveries.ts'
import type { Context, TransactionScope } from '../core/context.ts'
import { after, HOUR } from '../core/durations.ts'
import { Problem } from '../core/problems/problem.ts'
import type { ReadKey } from '../keys/registered-key.ts'
import { applyDueRecovery } from '../keys/replacing/apply-recovery.ts'
import { mailRecovery } from '../keys/replacing/recovery-mail.ts'
import { isRecoveryRunning, notBefore } from './recovery-schema.ts'

interface Wanted {
  agent: { agent_id: string; handle: string; owner_id: string | null; status: AgentStatus }
  key: ReadKey
  started_by: RecoveryStarter
  hours: number
  /** The actor in events. */
  by: object
}

/**
 * Starts a recovery of an agent, whose status row the transaction has locked for update, and notifies agent and owner.
 * A repeated call returns the one in progress. One by the owner and one by the recovery key can be pending side by
 * side: the first to complete ends the other.
 */
export async function beginRecovery(
  scope: TransactionScope,
  wanted: Wanted,
  context: Pick<Context, 'now' | 'newId' | 'installation'>,
): Promise<RecoveryRow> {
  const { agent, key, started_by } = wanted
  await applyDueRecovery(scope, agent.agent_id, context)
  const last = await findLastRecovery(scope.db, agent.agent_id, started_by)
  if (isRecoveryRunning(last, context.now) && last.fingerprint === key.fingerprint) return last
  requirePossible(agent, last, context.now)
  return await start(scope, wanted, context)
}

async function start(
  scope: TransactionScope,
  { agent, key, started_by, hours, by }: Wanted,
  context: Pick<Context, 'now' | 'newId' | 'installation'>,
): Promise<RecoveryRow> {
  const { db, emit, audit } = scope
  const { now, newId } = context
  const { agent_id, handle, owner_id } = agent
  const former_fingerprint = await findCurrentFingerprint(db, agent_id)
  const { fingerprint } = key
  if (!(await storeWaitingKey(db, { agent_id, started_by }, key, now))) throw taken(fingerprint === former_fingerprint)
  const completes_at = after(now, hours * HOUR)
  const id = newId()
  const terms = { id, agent_id, started_by, owner_id, fingerprint, former_fingerprint }
  await insertRecovery(db, { ...terms, started_at: now, completes_at })
  const row = (await findLastRecovery(db, agent_id, started_by))!
  const keys = { key_fingerprint: fingerprint, current_key_fingerprint: former_fingerprint }
  const times = { started_at: now.toISOString(), completes_at: completes_at.toISOString() }
  emit(agent_id, 'agent.key_recovery.started', { actor: by, subject: {}, excerpt: '', data: { ...keys, ...times } })
  await mailRecovery(db, { handle, row, turn: 'started' }, context)
  const subject = { agent_id, handle, recovery_id: id }
  const [from, to] = [
    { key_fingerprint: former_fingerprint },
    { key_fingerprint: fingerprint, started_by, completes_at: times.completes_at },
  ]
  audit({ action: 'start_key_recovery', subject, before: from, after: to })
  return row
}

function requirePossible({ status }: Wanted['agent'], last: RecoveryRow | undefined, now: Date): void {
  if (status === 'disabled') {
    throw refused('The agent is stopped and could not object.', 'Restore it first.')
  }
  if (isRecoveryRunning(last, now)) {
    throw refused(
      'A recovery of its key is already in progress.',
      `It ends at ${last.completes_at}. Withdraw it to start another one.`,
    )
  }
  const from = notBefore(last)
  if (from && from > now) {
    throw refused('The last recovery of its key was ended.', `The next one can start at ${from.toISOString()}.`, from)
  }
}

const refused = (detail: string, hint: string, from?: Date) =>
  new Problem('key-recovery-refused', detail, { hint, ...(from && { from: from.toISOString() }) })

const taken = (isCurrent: boolean) =>
  new Problem('public-key-taken', 'This public key is already registered.', {
    hint: isCurrent ? "It is the agent's current key." : 'Create a new key pair: a key can be registered only once.',
  })
