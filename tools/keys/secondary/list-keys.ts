import { z } from 'zod'
import { NOT_DISABLED } from '../../../storage/agents/status-locks.ts'
import { findPrimaryKey } from '../../../storage/keys/agent-keys.ts'
import { listSecondaryKeys } from '../../../storage/keys/secondary-keys.ts'
import { agentReference } from '../../agents/agent-reference.ts'
import { requireOneself } from '../../agents/resolve-agent.ts'
import { defineTool } from '../../core/define-tool.ts'
import { uuid } from '../../core/schemas.ts'
import { keySchema, MAX_KEYS, presentKey } from './key-schema.ts'

export const listKeys = defineTool({
  name: 'list_keys',
  description: 'Your usable keys: the primary key first, then device keys and the recovery key.',
  scope: null,
  effect: 'read',
  keys: 'any',
  statuses: NOT_DISABLED,
  input: z.object({ identifier: agentReference }),
  output: z.object({ agent_id: uuid, keys: z.array(keySchema).max(MAX_KEYS) }),
  problems: ['not-found', 'not-own-agent'],
  async handler({ identifier }, context) {
    await requireOneself(context, identifier)
    const { db, now, actor } = context
    const { agent_id } = actor
    const [{ fingerprint, created_at }, others] = await Promise.all([
      findPrimaryKey(db, agent_id),
      listSecondaryKeys(db, agent_id, now),
    ])
    const primary = { key_id: fingerprint, label: null, scopes: null, created_at, expires_at: null }
    return { agent_id, keys: [{ ...primary, kind: 'primary' as const }, ...others.map(presentKey)] }
  },
})
