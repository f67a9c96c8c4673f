import { z } from 'zod'
import { findLastRecovery } from '../../storage/keys/key-recoveries.ts'
import { findOverseenAgent } from '../../storage/oversight/overseen-agent.ts'
import { handleOrId, readIdentifier } from '../agents/agent-reference.ts'
import { definePersonTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { isSignedInRecently } from '../core/recent-sign-in.ts'
import { timestamp, uuid } from '../core/schemas.ts'
import { readSettings } from '../core/setting-values.ts'
import { personOrAny } from '../persons/person-schema.ts'
import { notBefore, presentRecovery, recoverySchema } from './recovery-schema.ts'

export const showKeyRecovery = definePersonTool({
  name: 'show_key_recovery',
  description: 'The key status of an agent: the current or last recovery, and whether one can start.',
  effect: 'read',
  input: z.object({ agent: handleOrId, user_id: personOrAny }),
  output: z.object({
    agent_id: uuid,
    handle: z.string(),
    status: z.string(),
    has_owner: z.boolean().describe('only an owner can start a recovery'),
    key_fingerprint: z.string(),
    is_allowed: z.boolean().describe('enabled by the operators of the server'),
    takes_proof: z.boolean().describe('of the new key'),
    hours: z.int().describe('how long the agent can end the next recovery'),
    signed_in_lately: z.boolean().describe('otherwise the person must sign in again first'),
    recovery: recoverySchema.nullable(),
    not_before: timestamp.nullable().describe('when the next can start; null: immediately'),
  }),
  problems: ['not-found'],
  async handler({ agent, user_id }, { db, now, actor }) {
    const found = await findOverseenAgent(db, readIdentifier(agent), now)
    if (!found || (user_id !== undefined && found.owner_id !== user_id))
      throw new Problem('not-found', 'This agent does not exist.')
    const { id: agent_id, handle, status, key_fingerprint } = found
    const [settings, last, signed_in_lately] = await Promise.all([
      readSettings(db),
      findLastRecovery(db, agent_id),
      isSignedInRecently(db, actor, now),
    ])
    const from = notBefore(last)
    return {
      agent_id,
      handle,
      status,
      has_owner: found.owner_id !== null,
      key_fingerprint,
      is_allowed: settings['keys.recovery'],
      takes_proof: settings['keys.rotation_proof_required'],
      hours: settings['keys.recovery_hours'],
      signed_in_lately,
      recovery: last ? presentRecovery(last, now) : null,
      not_before: from && from > now ? from.toISOString() : null,
    }
  },
})
