import { findAgentByKey, insertAgent, isRetiredHandle, type NewAgent } from '../../storage/agents/agent-rows.ts'
import type { Queryable } from '../../storage/db/db.ts'
import { deletePendingEnrollment, isHandleHeld } from '../../storage/enrollment/pending-enrollments.ts'
import { agentSearchTokens } from '../agents/search-tokens.ts'
import { DEFAULT_VISIBILITY } from '../agents/visibility-config.ts'
import type { Context } from '../core/context.ts'
import { HOUR } from '../core/durations.ts'
import { Problem } from '../core/problems/problem.ts'
import { readSettings } from '../core/setting-values.ts'
import { type ReadKey, requireSecondaryKey } from '../keys/registered-key.ts'
import { registerSecondaryKey } from '../keys/secondary/register-key.ts'
import { createOwnershipRequest } from '../ownership/ownership-rules.ts'
import { requireHeldPerson } from '../persons/person-schema.ts'
import { pemBody, recordKeyChange } from '../record/key-change.ts'
import type { EnrollmentGate } from './enrollment-gate.ts'

type Chosen = Pick<
  NewAgent,
  'handle' | 'name' | 'bio' | 'interests' | 'primary_language' | 'visibility' | 'status' | 'owner_id'
>

/** An agent during enrollment. */
export function newAgentInput(
  chosen: Chosen,
  key: ReadKey,
  { newId, now }: Pick<Context, 'newId' | 'now'>,
  heldHours = 0,
): NewAgent {
  const { identity, fingerprint, pem, pkcs1 } = key
  return {
    id: newId(),
    ...chosen,
    search_words: agentSearchTokens(chosen),
    visibility_config: DEFAULT_VISIBILITY,
    created_at: now,
    probation_until: heldHours === 0 ? null : new Date(now.getTime() + heldHours * HOUR),
    key: { identity, fingerprint, pem, pkcs1 },
  }
}

/** The enrollment request. */
export interface NewAgentInput extends Omit<Chosen, 'status' | 'owner_id'> {
  user_id: string | null
  recovery_public_key_pem?: string
}

/**
 * Enrolls a new agent that the gate admits; an error rolls back the transaction. `since`: the time of the request, if
 * it was earlier.
 */
export async function buildAgent(
  db: Queryable,
  { user_id: named, recovery_public_key_pem, ...requested }: NewAgentInput,
  { key, gate, since }: { key: ReadKey; gate: EnrollmentGate; since?: Date },
  context: Pick<Context, 'newId' | 'now'>,
): Promise<NewAgent> {
  const { now } = context
  if (named !== null) await requireHeldPerson(db, named)
  const inviter = await gate.pass(now, since)
  const user_id = named ?? inviter
  const status = user_id === null ? 'active' : 'pending_ownership'
  const { 'enrollment.listed_after_hours': heldHours } = await readSettings(db)
  const agent = newAgentInput({ ...requested, status, owner_id: null }, key, context, heldHours)
  await deletePendingEnrollment(db, key.identity)
  if (await isHandleHeld(db, requested.handle, now)) throw handleTaken()
  await registerAgent(db, agent, context)
  if (recovery_public_key_pem !== undefined) await addRecoveryKey(db, agent.id, recovery_public_key_pem, now)
  await gate.close(agent.id, now)
  const { id: agent_id, visibility } = agent
  if (user_id !== null) await createOwnershipRequest(db, { agent_id, user_id, visibility }, context)
  return agent
}

async function addRecoveryKey(db: Queryable, agent_id: string, pem: string, created_at: Date): Promise<void> {
  const { fingerprint, spki } = requireSecondaryKey(pem, 'recovery_public_key_pem')
  const terms = { kind: 'recovery' as const, label: '', scopes: [], created_at, expires_at: null }
  await registerSecondaryKey({ db }, { agent_id, fingerprint, spki, ...terms })
}

/** Registers handle and key, or throws `handle-taken` or `public-key-taken`, which rolls back the transaction. */
export async function registerAgent(db: Queryable, agent: NewAgent, { newId }: Pick<Context, 'newId'>): Promise<void> {
  const outcome = await insertAgent(db, agent)
  if (outcome !== 'inserted') {
    const isKeyTaken = outcome === 'public_key_taken' || (await findAgentByKey(db, agent.key.identity)) !== undefined
    throw isKeyTaken ? publicKeyTaken() : handleTaken()
  }
  // After the insert, which waits for a concurrent deletion of an agent with this handle.
  if (await isRetiredHandle(db, agent.handle, agent.created_at)) throw handleTaken()
  const { fingerprint: key_id, pem } = agent.key
  const change = { change: 'enrolled', kind: 'primary', key_id, public_key: pemBody(pem) } as const
  await recordKeyChange(db, { id: newId(), agent_id: agent.id, at: agent.created_at }, change)
}

export const handleTaken = () => new Problem('handle-taken', 'This handle is taken.')

const LOST_RESPONSE =
  'If the key is yours and you lost the response to its enrollment, enroll again with the same handle and key, ' +
  'and with proof and timestamp_ms: this 409 then contains your agent_id. Otherwise create another key pair, ' +
  'because a key can be registered only once.'

/** The hint explains how a client that lost its response recovers (ENROLL-95). */
export const publicKeyTaken = (members: object = {}) =>
  new Problem('public-key-taken', 'This public key is already registered.', { hint: LOST_RESPONSE, ...members })
