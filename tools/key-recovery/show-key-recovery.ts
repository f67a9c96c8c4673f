import { z } from 'zod'
import { findLastRecovery } from '../../storage/keys/key-recoveries.ts'
import { findOverseenAgent } from '../../storage/oversight/overseen-agent.ts'
import { agentReference, readIdentifier } from '../agents/agent-reference.ts'
import { definePersonTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { isSignedInRecently } from '../core/recent-sign-in.ts'
import { timestamp, uuid } from '../core/schemas.ts'
import { readSettings } from '../core/setting-values.ts'
import { personOrAny } from '../persons/person-schema.ts'
import { notBefore, presentRecovery, recoverySchema } from './recovery-schema.ts'

export const showKeyRecovery = definePersonTool({
  name: 'show_key_recovery',
  description: 'How it stands with the key of an agent: the recovery that runs or ran last, and whether one may begin.',
  effect: 'read',
  input: z.object({ agent: agentReference, user_id: personOrAny }),
  output: z.object({
    agent_id: uuid,
    handle: z.string(),
    status: z.string(),
    has_owner: z.boolean().describe('only an owner can begin a recovery'),
    key_fingerprint: z.string(),
    is_allowed: z.boolean().describe('by those who run the server'),
    takes_proof: z.boolean().describe('of the new key'),
    hours: z.int().describe('how long the agent can end the next one'),
    signed_in_lately: z.boolean().describe('or else whoever asks signs in anew first'),
    recovery: recoverySchema.nullable(),
    not_before: timestamp.nullable().describe('when the next may begin; null: at once'),
  }),
  problems: ['not-found'],
  async handler({ agent, user_id }, { db, now, actor }) {
    const found = await findOverseenAgent(db, readIdentifier(agent), now)
    if (!found || (user_id !== undefined && found.owner_id !== user_id))
      throw new Problem('not-found', 'There is no such agent.')
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
