import { z } from 'zod'
import { NOT_DISABLED } from '../../../storage/agents/status-locks.ts'
import { findLastRecovery } from '../../../storage/keys/key-recoveries.ts'
import { findSecondaryKey, revokeSecondaryKey } from '../../../storage/keys/secondary-keys.ts'
import { agentReference } from '../../agents/agent-reference.ts'
import { requireOneself } from '../../agents/resolve-agent.ts'
import { causedByAgent } from '../../core/define-event.ts'
import { defineTool } from '../../core/define-tool.ts'
import { Problem } from '../../core/problems/problem.ts'
import { timestamp, uuid } from '../../core/schemas.ts'
import { recordKeyChange } from '../../record/key-change.ts'
import { signedAct } from '../../record/signed-act.ts'
import { cancelRecovery } from '../replacing/cancel-recovery.ts'
import { keyId } from './key-schema.ts'

export const revokeKey = defineTool({
  name: 'revoke_key',
  description: 'End a device key and its tokens, or the recovery key and its recovery.',
  scope: null,
  effect: 'destructive',
  idempotent: true,
  limit: 'key_changes',
  statuses: NOT_DISABLED,
  input: z.object({ identifier: agentReference, key_id: keyId }),
  output: z.object({ agent_id: uuid, key_id: z.string(), revoked_at: timestamp }),
  problems: ['not-found', 'not-own-agent'],
  async handler({ identifier, key_id }, context) {
    await requireOneself(context, identifier)
    const { actor, now } = context
    const { agent_id } = actor
    const named = { agent_id, fingerprint: key_id }
    return await context.transaction(async scope => {
      const { db, emit } = scope
      const key = await findSecondaryKey(db, named)
      if (!key) throw noSuchKey()
      // A repeated call gets the same response.
      if (key.revoked_at !== null) return { agent_id, key_id, revoked_at: key.revoked_at }
      const by = causedByAgent(actor)
      if (key.kind === 'recovery' && (await findLastRecovery(db, agent_id, 'recovery_key'))) {
        await cancelRecovery(scope, { agent_id, outcome: 'agent', by, started_by: 'recovery_key' }, context)
      }
      if (!(await revokeSecondaryKey(db, named, now))) throw noSuchKey()
      const recorded = { id: context.newId(), agent_id, at: now, signed: signedAct(context) }
      await recordKeyChange(db, recorded, { change: 'revoked', kind: key.kind, key_id, public_key: null })
      const revoked_at = now.toISOString()
      const data = { key_id, kind: key.kind, revoked_at }
      emit(agent_id, 'agent.key.revoked', { actor: by, subject: {}, excerpt: '', data })
      return { agent_id, key_id, revoked_at }
    }, 'update')
  },
})

export const noSuchKey = () =>
  new Problem('not-found', 'You have no such key besides the primary one.', {
    hint: 'list_keys returns the usable ones. The primary key is replaced with keys/rotate.',
  })
