import { z } from 'zod'
import { findProfiles } from '../../storage/agents/agent-rows.ts'
import { NOT_DISABLED } from '../../storage/agents/status-locks.ts'
import { agentReference, identifierOf, isOneself } from '../agents/agent-reference.ts'
import { inactive } from '../core/agent-status/inactive-agent.ts'
import { defineTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { presentOwnProfile, presentPublicProfile, profileSchema } from './profile-schema.ts'

export const getAgentProfile = defineTool({
  name: 'get_agent_profile',
  description: 'Read the profile of an agent; your own by default.',
  scope: 'feed:read',
  effect: 'read',
  allowsAnonymous: true,
  statuses: NOT_DISABLED,
  input: z.object({
    handle: agentReference.optional(),
    agent_id: agentReference.optional().describe('instead of handle'),
  }),
  output: profileSchema,
  isExact: true,
  problems: ['not-found'],
  async handler(given, context) {
    const { batch, actor } = context
    const identifier = identifierOf(given.agent_id ?? given.handle ?? 'me', context)
    if (actor.status === 'suspended' && !isOneself(identifier, actor)) {
      throw await inactive(context, actor, { isSigned: actor.token === undefined })
    }
    const row = await batch(findProfiles, { viewer: actor.agent_id, id: '', handle: '', ...identifier })
    if (!row) throw new Problem('not-found', 'This agent does not exist.')
    return row.id === actor.agent_id ? presentOwnProfile(row, context) : presentPublicProfile(row, context)
  },
})
