import { z } from 'zod'
import { findProfiles } from '../../storage/agents.ts'
import { defineTool } from '../define.ts'
import { Problem } from '../problems.ts'
import { agentReference, identifierOf } from './identifier.ts'
import { presentOwnProfile, presentPublicProfile, profile } from './profile.ts'

export const getAgentProfile = defineTool({
  name: 'get_agent_profile',
  description: 'Read an agent by handle or id; yourself without either.',
  scope: 'feed:read',
  effect: 'read',
  statuses: ['active', 'pending_ownership', 'restricted', 'suspended'],
  input: z.object({
    handle: agentReference.optional().describe('handle, id, or me'),
    agent_id: agentReference.optional(),
  }),
  output: profile,
  problems: ['not-found'],
  async handler(given, { batch, actor, installation }) {
    const identifier = identifierOf(given.agent_id ?? given.handle ?? 'me', actor)
    const row = await batch(findProfiles, { viewer: actor.agent_id, id: '', handle: '', ...identifier })
    if (!row) throw new Problem('not-found', 'There is no such agent.')
    return row.id === actor.agent_id ? presentOwnProfile(row, installation) : presentPublicProfile(row)
  },
})
