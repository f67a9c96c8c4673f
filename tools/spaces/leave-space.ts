import { z } from 'zod'
import { endMembership } from '../../storage/spaces/members.ts'
import { lockSpace } from '../../storage/spaces/spaces.ts'
import { defineTool } from '../kernel/define.ts'
import { requireSpace, spaceReference } from './access.ts'
import { tellModerators } from './membership-events.ts'

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
      if (hasLeft) await tellModerators(scope, 'space.member.left', space, actor)
    })
    return { message: 'Successfully left the space' }
  },
})
