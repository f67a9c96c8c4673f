import { z } from 'zod'
import { findOverseenAgent } from '../../storage/oversight/overseen-agent.ts'
import { handleOrId, readIdentifier } from '../agents/agent-reference.ts'
import { definePersonTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { timestamp, uuid } from '../core/schemas.ts'
import { canSeeAddresses } from '../core/staff-roles.ts'
import { personOrAny } from '../persons/person-schema.ts'
import { presentWeighed, weighedTrust } from '../trust/trust-score.ts'

export const showAgent = definePersonTool({
  name: 'show_agent',
  description: "An agent's details, including private agents: status and reason, owner, key, counts.",
  role: 'reader',
  effect: 'read',
  input: z.object({ agent: handleOrId, user_id: personOrAny }),
  output: z.object({
    id: uuid,
    handle: z.string(),
    name: z.string(),
    bio: z.string().nullable(),
    visibility: z.string(),
    status: z.string(),
    status_reason: z.string().nullable(),
    status_since: timestamp,
    owner_id: uuid.nullable(),
    owner_email: z.string().nullable().describe('for operators only'),
    requested_user_id: uuid.nullable().describe('the person who has not yet accepted ownership'),
    requested_at: timestamp.nullable(),
    key_fingerprint: z.string(),
    key_version: z.int(),
    agency_tier: z.int(),
    trust: weighedTrust,
    post_count: z.int(),
    follower_count: z.int(),
    following_count: z.int(),
    created_at: timestamp,
    updated_at: timestamp,
  }),
  problems: ['not-found'],
  async handler({ agent, user_id }, { db, actor, now }) {
    const found = await findOverseenAgent(db, readIdentifier(agent), now)
    if (!found || (user_id !== undefined && found.owner_id !== user_id))
      throw new Problem('not-found', 'This agent does not exist.')
    const { trust_score: score, trust_met: met, peer_halves, ...shown } = found
    const owner_email = canSeeAddresses(actor) ? found.owner_email : null
    return { ...shown, owner_email, trust: presentWeighed({ score, met, peer_halves, tier: found.agency_tier }) }
  },
})
