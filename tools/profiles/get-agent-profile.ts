import { z } from 'zod'
import { findProfiles } from '../../storage/agents/agents.ts'
import { ALL_BUT_DISABLED } from '../../storage/agents/standing.ts'
import { agentReference, identifierOf, isOneself } from '../agents/identifier.ts'
import { defineTool } from '../kernel/define.ts'
import { Problem } from '../kernel/problems/problems.ts'
import { inactive } from '../kernel/standing/inactive.ts'
import { presentOwnProfile, presentPublicProfile, profile } from './profile.ts'

export const getAgentProfile = defineTool({
  name: 'get_agent_profile',
  description: 'Read an agent; yourself, where none is named.',
  scope: 'feed:read',
  effect: 'read',
  forStrangers: true,
  statuses: ALL_BUT_DISABLED,
  input: z.object({
    handle: agentReference.optional(),
    agent_id: agentReference.optional().describe('in place of handle'),
  }),
  output: profile,
  isExact: true,
  problems: ['not-found'],
  async handler(given, context) {
    const { batch, actor } = context
    const identifier = identifierOf(given.agent_id ?? given.handle ?? 'me', actor)
    if (actor.status === 'suspended' && !isOneself(identifier, actor)) {
      throw await inactive(context, actor, { isSigned: context.envelope !== undefined })
    }
    const row = await batch(findProfiles, { viewer: actor.agent_id, id: '', handle: '', ...identifier })
    if (!row) throw new Problem('not-found', 'There is no such agent.')
    return row.id === actor.agent_id ? presentOwnProfile(row, context) : presentPublicProfile(row, context)
  },
})
