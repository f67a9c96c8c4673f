import { z } from 'zod'
import { ALL_BUT_DISABLED } from '../../../storage/agents/standing.ts'
import { findLastRecovery, isTokenOfKeySince, type RecoveryRow } from '../../../storage/keys/recoveries.ts'
import { agentReference } from '../../agents/identifier.ts'
import { requireOneself } from '../../agents/target.ts'
import type { Context } from '../../kernel/context.ts'
import { defineTool } from '../../kernel/define.ts'
import { byAgent } from '../../kernel/events.ts'
import { Problem } from '../../kernel/problems/problems.ts'
import { timestamp, uuid } from '../../kernel/schemas.ts'
import { endRecovery } from '../replacing/ending.ts'
import { isRunning } from './recovery.ts'

export const endKeyRecovery = defineTool({
  name: 'end_key_recovery',
  description:
    'Keep your key: end the recovery by which your owner replaces it. Takes a signature, or a token that you got by your key since it began.',
  scope: 'profile:write',
  effect: 'write',
  idempotent: true,
  limit: 'key_recovery_ends',
  statuses: ALL_BUT_DISABLED,
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
      const last = await findLastRecovery(scope.db, agent_id)
      if (isRunning(last, context.now)) await requireProof(context, last)
      const ended = await endRecovery(scope, { agent_id, outcome: 'agent', by: byAgent(actor) }, context)
      // Sent again, it is answered again.
      const row = ended ?? (last?.outcome === 'agent' ? last : undefined)
      if (!row) throw new Problem('not-found', 'No recovery of your key runs.')
      return { agent_id, key_fingerprint, ended_at: row.ended_at! }
    }, 'update')
  },
})

/** What was got by the key before, or by a client that it let in, does not show that it is not lost (RECOVER-21). */
async function requireProof({ actor, db }: Context, { started_at }: RecoveryRow): Promise<void> {
  if (actor.token === undefined || (await isTokenOfKeySince(db, actor.token, started_at))) return
  throw new Problem('key-proof-outdated', 'This token does not show that you still hold your key.', {
    hint: `Sign the request, or exchange a new assertion: a token got by your key since ${started_at} serves.`,
  })
}
