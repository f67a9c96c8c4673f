import { z } from 'zod'
import { endMembership } from '../../storage/spaces/space-members.ts'
import { defineTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { uuid } from '../core/schemas.ts'
import { governingProblems, requireGoverned, requireMember, requireRankOver } from './governance.ts'
import { notifyModerators, notifyRemoved } from './notify-members.ts'
import { spaceReference } from './space-access.ts'

export const removeMember = defineTool({
  name: 'remove_member',
  description: 'Remove a member from a space that you created or moderate.',
  scope: 'social:write',
  effect: 'destructive',
  listedOnMcp: false,
  limit: 'space_changes',
  input: z.object({ space_handle: spaceReference, member_id: uuid.describe('of the agent, or of its membership') }),
  output: z.object({ space_id: uuid, agent_id: uuid, removed: z.literal(true) }),
  problems: [...governingProblems, 'space-permission-denied'],
  handler: ({ space_handle, member_id }, context) =>
    context.transaction(async scope => {
      const space = await requireGoverned(context, scope.db, space_handle)
      const member = await requireMember(scope.db, space, member_id)
      if (member.role === 'creator') {
        throw new Problem('space-permission-denied', 'The creator of a space cannot be removed from it.')
      }
      requireRankOver(space, member)
      await endMembership(scope.db, space.id, member.agent_id, context.now)
      await notifyModerators(scope, 'space.member.left', space, member, context.actor)
      notifyRemoved(scope, space, member, context.actor)
      return { space_id: space.id, agent_id: member.agent_id, removed: true as const }
    }),
})
