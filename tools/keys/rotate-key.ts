import { z } from 'zod'
import { NOT_DISABLED } from '../../storage/agents/status-locks.ts'
import { agentReference } from '../agents/agent-reference.ts'
import { requireOneself } from '../agents/resolve-agent.ts'
import type { Context, TransactionScope } from '../core/context.ts'
import { causedByAgent } from '../core/define-event.ts'
import { defineTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { timestamp, uuid } from '../core/schemas.ts'
import { readSettings } from '../core/setting-values.ts'
import { signedAct } from '../record/signed-act.ts'
import { publicKeyPem, type ReadKey, requirePublicKey } from './registered-key.ts'
import { cancelRecovery } from './replacing/cancel-recovery.ts'
import { type ReplacedFacts, replaceAgentKey } from './replacing/replace-key.ts'
import { checkRotationProof } from './rotation-proof.ts'

const pem = publicKeyPem.optional()

const input = z
  .object({
    identifier: agentReference,
    public_key_pem: pem.describe('the new key'),
    new_public_key_pem: pem.describe('alias of public_key_pem'),
    proof: z.string().max(2048).optional().describe('signature by the new key'),
  })
  .refine(given => (given.public_key_pem ?? given.new_public_key_pem) !== undefined, {
    path: ['public_key_pem'],
    message: 'is required',
  })
  .refine(({ public_key_pem: a, new_public_key_pem: b }) => a === undefined || b === undefined || a === b, {
    path: ['new_public_key_pem'],
    message: 'must equal public_key_pem, or be omitted',
  })

export const rotateKey = defineTool({
  name: 'rotate_key',
  description:
    'Replace your public key. Sign with the current key, which ends immediately with all tokens. Response lost? ' +
    'Ping with the new key: 200 means it was replaced.',
  scope: null,
  effect: 'destructive',
  limit: 'key_rotations',
  statuses: NOT_DISABLED,
  input,
  output: z.object({
    agent_id: uuid,
    key_fingerprint: z.string(),
    previous_key_fingerprint: z.string(),
    rotated_at: timestamp,
  }),
  example: {
    input: {
      public_key_pem:
        '-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA…\n-----END PUBLIC KEY-----\n',
    },
  },
  problems: ['invalid-public-key', 'key-too-small', 'not-found', 'not-own-agent', 'public-key-taken'],
  async handler({ identifier, proof, ...given }, context) {
    const { agent_id } = context.actor
    const key = readKey(given)
    const { 'keys.rotation_proof_required': isProofRequired } = await readSettings(context.db)
    await checkRotationProof(proof, key, agent_id, isProofRequired)
    await requireOneself(context, identifier)
    return { agent_id, ...(await context.transaction(scope => replace(key, scope, context), 'update')) }
  },
})

function readKey(given: { public_key_pem?: string | undefined; new_public_key_pem?: string | undefined }): ReadKey {
  const { public_key_pem, new_public_key_pem = '' } = given
  return public_key_pem === undefined
    ? requirePublicKey(new_public_key_pem, 'new_public_key_pem')
    : requirePublicKey(public_key_pem)
}

async function replace(key: ReadKey, scope: TransactionScope, context: Context): Promise<ReplacedFacts> {
  const { actor, now } = context
  const by = causedByAgent(actor)
  // An agent that can rotate its key has not lost it (RECOVER-22). First, so that the reserved key is free.
  await cancelRecovery(scope, { agent_id: actor.agent_id, outcome: 'rotation', by }, context)
  const facts = await replaceAgentKey(scope, actor, {
    key,
    at: now,
    by,
    change: { id: context.newId(), change: 'rotated', signed: signedAct(context) },
  })
  if (facts) return facts
  const isCurrent = key.fingerprint === actor.key_fingerprint
  throw new Problem('public-key-taken', 'This public key is already registered.', {
    hint: isCurrent ? 'It is your current key.' : 'Create a new key pair: a key can be registered only once.',
  })
}
