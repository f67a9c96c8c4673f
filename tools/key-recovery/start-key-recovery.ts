import { z } from 'zod'
import { handleOrId } from '../agents/agent-reference.ts'
import { definePersonTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { uuid } from '../core/schemas.ts'
import { readSettings } from '../core/setting-values.ts'
import { publicKeyPem, requirePublicKey } from '../keys/registered-key.ts'
import { checkRotationProof } from '../keys/rotation-proof.ts'
import { byPerson, lockOwnedAgent } from '../ownership/ownership-rules.ts'
import { personOrAny } from '../persons/person-schema.ts'
import { beginRecovery } from './begin-recovery.ts'
import { presentRecovery, recoverySchema } from './recovery-schema.ts'

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
      const { agent_id, handle, owner_id } = agent
      await checkRotationProof(proof, key, agent_id, settings['keys.rotation_proof_required'])
      const { actor: by } = byPerson(context, agent_id, owner_id, {}) as { actor: object }
      const hours = settings['keys.recovery_hours']
      const row = await beginRecovery(scope, { agent, key, started_by: 'owner', hours, by }, context)
      return { agent_id, handle, recovery: presentRecovery(row, context.now) }
    })
  },
})

const off = () => new Problem('key-recovery-off', 'The operators of this server have not enabled key recovery.')
