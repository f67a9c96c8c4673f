import { z } from 'zod'
import { NOT_DISABLED } from '../../storage/agents/status-locks.ts'
import { findOwnership } from '../../storage/ownership/ownership-requests.ts'
import { agentReference } from '../agents/agent-reference.ts'
import { requireOneself } from '../agents/resolve-agent.ts'
import { causedByAgent } from '../core/define-event.ts'
import { defineTool } from '../core/define-tool.ts'
import { timestamp, uuid } from '../core/schemas.ts'
import { readSettings } from '../core/setting-values.ts'
import { publicKeyPem, requirePublicKey } from '../keys/registered-key.ts'
import { checkRotationProof } from '../keys/rotation-proof.ts'
import { beginRecovery } from './begin-recovery.ts'

/** How long the primary key can cancel it (RECOVER-42). */
const RECOVERY_KEY_HOURS = 24

export const replaceLostKey = defineTool({
  name: 'replace_lost_key',
  description:
    'Replace a lost primary key, signed with the recovery key: it takes effect after 24 hours, during which the ' +
    'primary key can cancel it.',
  scope: null,
  effect: 'destructive',
  idempotent: true,
  keys: 'recovery',
  limit: 'key_recovery_starts',
  statuses: NOT_DISABLED,
  input: z.object({
    identifier: agentReference,
    public_key_pem: publicKeyPem.describe('the new primary key'),
    proof: z.string().max(2048).optional().describe('signature by the new key, as for a rotation'),
  }),
  output: z.object({
    agent_id: uuid,
    key_fingerprint: z.string().describe('of the new key'),
    current_key_fingerprint: z.string(),
    started_at: timestamp,
    completes_at: timestamp,
  }),
  problems: [
    'invalid-public-key',
    'key-recovery-refused',
    'key-too-small',
    'not-found',
    'not-own-agent',
    'public-key-taken',
    'recovery-key-required',
  ],
  async handler({ identifier, public_key_pem, proof }, context) {
    const { actor } = context
    const { agent_id, handle, status } = actor
    const key = requirePublicKey(public_key_pem)
    const { 'keys.rotation_proof_required': isProofRequired } = await readSettings(context.db)
    await checkRotationProof(proof, key, agent_id, isProofRequired)
    await requireOneself(context, identifier)
    return await context.transaction(async scope => {
      const owner_id = (await findOwnership(scope.db, agent_id))?.owner_id ?? null
      const agent = { agent_id, handle, owner_id, status }
      const by = causedByAgent(actor)
      const terms = { agent, key, started_by: 'recovery_key', hours: RECOVERY_KEY_HOURS, by } as const
      const { fingerprint, former_fingerprint, started_at, completes_at } = await beginRecovery(scope, terms, context)
      const keys = { key_fingerprint: fingerprint, current_key_fingerprint: former_fingerprint }
      return { agent_id, ...keys, started_at, completes_at }
    }, 'update')
  },
})
