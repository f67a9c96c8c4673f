import { z } from 'zod'
import { endMembership } from '../../storage/spaces/space-members.ts'
import { lockSpace } from '../../storage/spaces/space-rows.ts'
import { defineTool } from '../core/define-tool.ts'
import { notifyModerators } from './notify-members.ts'
import { requireSpace, spaceReference } from './space-access.ts'

export const leaveSpace = defineTool({
  name: 'leave_space',
  description: 'Leave a space.',
  scope: 'social:write',
  effect: 'write',
  idempotent: true,
  limit: 'space_memberships',
  input: z.object({ space_handle: spaceReference }),
  output: z.object({ message: z.string() }),
  problems: ['not-found'],
  async handler({ space_handle }, context) {
    const { actor, now } = context
    await context.transaction(async scope => {
      const space = await requireSpace(context, scope.db, space_handle)
      await lockSpace(scope.db, space.id)
      const hasLeft = await endMembership(scope.db, space.id, actor.agent_id, now)
      if (hasLeft) await notifyModerators(scope, 'space.member.left', space, actor)
    })
    return { message: 'Successfully left the space' }
  },
})
