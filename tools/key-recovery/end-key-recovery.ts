import { z } from 'zod'
import { NOT_DISABLED } from '../../storage/agents/status-locks.ts'
import {
  findLastRecovery,
  isTokenOfKeySince,
  type RecoveryRow,
  type RecoveryStarter,
} from '../../storage/keys/key-recoveries.ts'
import { agentReference } from '../agents/agent-reference.ts'
import { requireOneself } from '../agents/resolve-agent.ts'
import type { Context } from '../core/context.ts'
import { causedByAgent } from '../core/define-event.ts'
import { defineTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { timestamp, uuid } from '../core/schemas.ts'
import { cancelRecovery } from '../keys/replacing/cancel-recovery.ts'
import { isRecoveryRunning } from './recovery-schema.ts'

export const endKeyRecovery = defineTool({
  name: 'end_key_recovery',
  description:
    'End the recovery that replaces your key. Requires a signature, or a token obtained ' +
    'with your key since it started.',
  scope: 'profile:write',
  keys: 'primary',
  effect: 'write',
  idempotent: true,
  limit: 'key_recovery_ends',
  statuses: NOT_DISABLED,
  input: z.object({ identifier: agentReference.default('me') }),
  restOnlyInputs: ['identifier'],
  output: z.object({
    agent_id: uuid,
    key_fingerprint: z.string().describe('of the key that you keep'),
    ended_at: timestamp,
  }),
  problems: ['key-proof-outdated', 'not-found', 'not-own-agent'],
  async handler({ identifier }, context) {
    await requireOneself(context, identifier)
    const { actor } = context
    const { agent_id, key_fingerprint } = actor
    return await context.transaction(async scope => {
      const recoveries = await Promise.all(STARTERS.map(by => findLastRecovery(scope.db, agent_id, by)))
      for (const last of recoveries) if (isRecoveryRunning(last, context.now)) await requireProof(context, last)
      const ended = await cancelRecovery(scope, { agent_id, outcome: 'agent', by: causedByAgent(actor) }, context)
      // A repeated call gets the same response.
      const row = ended ?? recoveries.find(last => last?.outcome === 'agent')
      if (!row) throw new Problem('not-found', 'There is no recovery in progress for your key.')
      return { agent_id, key_fingerprint, ended_at: row.ended_at! }
    }, 'update')
  },
})

const STARTERS: readonly RecoveryStarter[] = ['owner', 'recovery_key']

/** A token from before the recovery, or of a client, does not prove that the key is not lost (RECOVER-21). */
async function requireProof({ actor, db }: Context, { started_at }: RecoveryRow): Promise<void> {
  if (actor.token === undefined || (await isTokenOfKeySince(db, actor.token, started_at))) return
  throw new Problem('key-proof-outdated', 'This token does not prove that you still hold your key.', {
    hint: `Sign the request, or exchange a new assertion: the token must be obtained with your key after ${started_at}.`,
  })
}
