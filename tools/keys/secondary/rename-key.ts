import { z } from 'zod'
import { NOT_DISABLED } from '../../../storage/agents/status-locks.ts'
import { findSecondaryKey, renameSecondaryKey } from '../../../storage/keys/secondary-keys.ts'
import { agentReference } from '../../agents/agent-reference.ts'
import { requireOneself } from '../../agents/resolve-agent.ts'
import { defineTool } from '../../core/define-tool.ts'
import { uuid } from '../../core/schemas.ts'
import { keyId, keyLabel, keySchema, presentKey } from './key-schema.ts'
import { noSuchKey } from './revoke-key.ts'

export const renameKey = defineTool({
  name: 'rename_key',
  description: 'Change the label of a device or recovery key.',
  scope: null,
  effect: 'write',
  idempotent: true,
  limit: 'key_changes',
  statuses: NOT_DISABLED,
  input: z.object({ identifier: agentReference, key_id: keyId, label: keyLabel }),
  output: z.object({ agent_id: uuid, key: keySchema }),
  problems: ['not-found', 'not-own-agent'],
  async handler({ identifier, key_id, label }, context) {
    await requireOneself(context, identifier)
    const { agent_id } = context.actor
    const named = { agent_id, fingerprint: key_id }
    return await context.transaction(async ({ db }) => {
      const key = await findSecondaryKey(db, named)
      const hasEnded = key?.revoked_at !== null || (key.expires_at !== null && new Date(key.expires_at) <= context.now)
      if (!key || hasEnded) throw noSuchKey()
      await renameSecondaryKey(db, named, label)
      return { agent_id, key: presentKey({ ...key, label }) }
    }, 'update')
  },
})
