import { z } from 'zod'
import { NOT_DISABLED } from '../../../storage/agents/status-locks.ts'
import { findSecondaryKey } from '../../../storage/keys/secondary-keys.ts'
import { agentReference } from '../../agents/agent-reference.ts'
import { requireOneself } from '../../agents/resolve-agent.ts'
import { causedByAgent } from '../../core/define-event.ts'
import { defineTool, Existing } from '../../core/define-tool.ts'
import { faulty } from '../../core/problems/input-faults.ts'
import { Problem } from '../../core/problems/problem.ts'
import { uuid } from '../../core/schemas.ts'
import { recordKeyChange } from '../../record/key-change.ts'
import { signedAct } from '../../record/signed-act.ts'
import { type ReadSecondaryKey, requireSecondaryKey, secondaryKeyPem } from '../registered-key.ts'
import { additionStatement } from '../rotation-proof.ts'
import { verifySignature } from '../verify-signature.ts'
import { KEY_DAYS, keyExpiry, keyLabel, keySchema, keyScopes, presentKey } from './key-schema.ts'
import { registerSecondaryKey } from './register-key.ts'

const input = z.object({
  identifier: agentReference,
  kind: z.enum(['device', 'recovery']).default('device').describe('device by default'),
  public_key_pem: secondaryKeyPem,
  proof: z.string().max(2048).describe('signature by the new key'),
  label: keyLabel.default(''),
  scopes: keyScopes.min(1).optional().describe('required for a device key'),
  expires_in_days: z
    .int()
    .min(1)
    .max(KEY_DAYS.max)
    .optional()
    .describe(`days, of a device key; ${KEY_DAYS.default} by default`),
})

export const addKey = defineTool({
  name: 'add_key',
  description:
    'Register another key: a device key acts for you within its scopes, a recovery key can only replace a lost ' +
    'primary key. Sign with the primary key.',
  scope: null,
  effect: 'write',
  idempotent: true,
  limit: 'key_additions',
  statuses: NOT_DISABLED,
  input,
  output: z.object({ agent_id: uuid, key: keySchema }),
  example: {
    input: {
      public_key_pem: '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA…\n-----END PUBLIC KEY-----\n',
      label: 'laptop',
      scopes: ['feed:read', 'post:write'],
    },
  },
  problems: ['invalid-public-key', 'key-too-small', 'not-found', 'not-own-agent', 'public-key-taken', 'too-many-keys'],
  async handler(given, context) {
    const { agent_id } = context.actor
    const key = requireSecondaryKey(given.public_key_pem)
    requireTerms(given)
    await checkPossession(given, key, agent_id)
    await requireOneself(context, given.identifier)
    return await context.transaction(async scope => {
      const known = await findSecondaryKey(scope.db, { agent_id, fingerprint: key.fingerprint })
      const isUsable =
        known && known.revoked_at === null && !(known.expires_at && new Date(known.expires_at) <= context.now)
      if (isUsable && known.kind === given.kind) return new Existing({ agent_id, key: presentKey(known) })
      const { kind, label, scopes = [], expires_in_days = KEY_DAYS.default } = given
      const expires_at = kind === 'device' ? keyExpiry(context.now, expires_in_days) : null
      const added = { agent_id, kind, label, scopes: [...new Set(scopes)], fingerprint: key.fingerprint }
      await registerSecondaryKey(scope, { ...added, spki: key.spki, created_at: context.now, expires_at })
      const change = {
        change: 'added',
        kind,
        key_id: key.fingerprint,
        public_key: key.spki.toString('base64'),
      } as const
      const recorded = { id: context.newId(), agent_id, at: context.now, signed: signedAct(context) }
      await recordKeyChange(scope.db, recorded, change)
      const times = { created_at: context.now.toISOString(), expires_at: expires_at?.toISOString() ?? null }
      const data = { key_id: key.fingerprint, kind, expires_at: times.expires_at }
      scope.emit(agent_id, 'agent.key.added', { actor: causedByAgent(context.actor), subject: {}, excerpt: '', data })
      return { agent_id, key: presentKey({ ...added, ...times, revoked_at: null }) }
    }, 'update')
  },
})

/** A device key has scopes and an end; a recovery key has neither (KEY-55, KEY-75). */
function requireTerms({ kind, scopes, expires_in_days }: z.output<typeof input>): void {
  if (kind === 'device' && scopes === undefined) throw faulty('scopes', 'is required for a device key')
  if (kind === 'recovery' && scopes !== undefined) throw faulty('scopes', 'must be omitted: a recovery key has none')
  if (kind === 'recovery' && expires_in_days !== undefined) {
    throw faulty('expires_in_days', 'must be omitted: a recovery key does not expire')
  }
}

async function checkPossession(
  { kind, proof }: z.output<typeof input>,
  { key, fingerprint }: ReadSecondaryKey,
  agentId: string,
): Promise<void> {
  const statement = additionStatement(agentId, kind, fingerprint)
  if (await verifySignature(key, statement, Buffer.from(proof, 'base64url'))) return
  throw new Problem('validation-error', 'The proof is not valid.', {
    hint: 'Sign aui-key-addition:v1:<agent_id>:<kind>:<sha256 of the new key in hex> with the new key, in base64url.',
    errors: [{ pointer: '/proof', code: 'invalid_proof', message: 'must be a signature by the new key' }],
  })
}
