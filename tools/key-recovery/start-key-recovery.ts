import { z } from 'zod'
import { findCurrentFingerprint } from '../../storage/keys/agent-keys.ts'
import {
  findLastRecovery,
  insertRecovery,
  type RecoveryRow,
  storeWaitingKey,
} from '../../storage/keys/key-recoveries.ts'
import { handleOrId } from '../agents/agent-reference.ts'
import type { Context, OperatorActor, PersonActor, TransactionScope } from '../core/context.ts'
import { definePersonTool } from '../core/define-tool.ts'
import { after, HOUR } from '../core/durations.ts'
import { Problem } from '../core/problems/problem.ts'
import { uuid } from '../core/schemas.ts'
import { readSettings, type Settings } from '../core/setting-values.ts'
import { publicKeyPem, type ReadKey, requirePublicKey } from '../keys/registered-key.ts'
import { applyDueRecovery } from '../keys/replacing/apply-recovery.ts'
import { mailRecovery } from '../keys/replacing/recovery-mail.ts'
import { checkRotationProof } from '../keys/rotation-proof.ts'
import { byPerson, type LockedAgent, lockOwnedAgent } from '../ownership/ownership-rules.ts'
import { personOrAny } from '../persons/person-schema.ts'
import { isRecoveryRunning, notBefore, presentRecovery, recoverySchema } from './recovery-schema.ts'

export const startKeyRecovery = definePersonTool({
  name: 'start_key_recovery',
  description:
    "Start to replace an agent's key for its owner. The agent is notified and can end the recovery with its " +
    'current key until the time is over.',
  effect: 'destructive',
  recent_sign_in: true,
  idempotent: true,
  limit: 'key_recoveries',
  input: z.object({
    agent: handleOrId,
    user_id: personOrAny,
    public_key_pem: publicKeyPem,
    proof: z.string().max(2048).optional().describe('signature by the new key, as for a rotation'),
  }),
  output: z.object({ agent_id: uuid, handle: z.string(), recovery: recoverySchema }),
  problems: [
    'invalid-public-key',
    'key-recovery-off',
    'key-recovery-refused',
    'key-too-small',
    'not-found',
    'public-key-taken',
  ],
  async handler({ agent: name, user_id, public_key_pem, proof }, context) {
    const key = requirePublicKey(public_key_pem)
    return await context.transaction(async scope => {
      const settings = await readSettings(scope.db)
      if (!settings['keys.recovery']) throw off()
      const agent = await lockOwnedAgent(scope.db, name, user_id)
      const { agent_id, handle } = agent
      await checkRotationProof(proof, key, agent_id, settings['keys.rotation_proof_required'])
      await applyDueRecovery(scope, agent_id, context)
      const last = await findLastRecovery(scope.db, agent_id)
      // A repeated call starts it only once.
      const isSame = isRecoveryRunning(last, context.now) && last.fingerprint === key.fingerprint
      const row = isSame ? last : await begin(scope, { agent, key, last, settings }, context)
      return { agent_id, handle, recovery: presentRecovery(row, context.now) }
    })
  },
})

const off = () => new Problem('key-recovery-off', 'The operators of this server have not enabled key recovery.')

interface Wanted {
  agent: LockedAgent & { owner_id: string }
  key: ReadKey
  last: RecoveryRow | undefined
  settings: Settings
}

async function begin(
  scope: TransactionScope,
  { agent, key, last, settings }: Wanted,
  context: Context<OperatorActor | PersonActor>,
): Promise<RecoveryRow> {
  const { db, emit, audit } = scope
  const { now, newId } = context
  const { agent_id, handle, owner_id } = agent
  requirePossible(agent, last, now)
  const former_fingerprint = await findCurrentFingerprint(db, agent_id)
  const { fingerprint } = key
  if (!(await storeWaitingKey(db, agent_id, key, now))) throw taken(fingerprint === former_fingerprint)
  const completes_at = after(now, settings['keys.recovery_hours'] * HOUR)
  const id = newId()
  await insertRecovery(db, { id, agent_id, owner_id, fingerprint, former_fingerprint, started_at: now, completes_at })
  const row = (await findLastRecovery(db, agent_id))!
  const keys = { key_fingerprint: fingerprint, current_key_fingerprint: former_fingerprint }
  const times = { started_at: now.toISOString(), completes_at: completes_at.toISOString() }
  const { actor } = byPerson(context, agent_id, owner_id, {}) as { actor: object }
  emit(agent_id, 'agent.key_recovery.started', { actor, subject: {}, excerpt: '', data: { ...keys, ...times } })
  await mailRecovery(db, { handle, row, turn: 'started' }, context)
  const subject = { agent_id, handle, recovery_id: id }
  const [from, to] = [
    { key_fingerprint: former_fingerprint },
    { key_fingerprint: fingerprint, completes_at: times.completes_at },
  ]
  audit({ action: 'start_key_recovery', subject, before: from, after: to })
  return row
}

function requirePossible({ status }: LockedAgent, last: RecoveryRow | undefined, now: Date): void {
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
