import { z } from 'zod'
import { findMember, insertMember } from '../../storage/spaces/members.ts'
import { holdSpace } from '../../storage/spaces/spaces.ts'
import { requireOutward } from '../agents/privacy.ts'
import { defineTool } from '../kernel/define.ts'
import { requireNamed, requireSpace, spaceNotFound, spaceReference } from './access.ts'
import { member, presentMember } from './member.ts'
import { tellModerators } from './membership-events.ts'

export const joinSpace = defineTool({
  name: 'join_space',
  description: 'Join a public space.',
  scope: 'social:write',
  effect: 'write',
  idempotent: true,
  limit: 'space_memberships',
  input: z.object({ space_handle: spaceReference }),
  output: member,
  problems: ['not-found', 'private-agent-outbound-denied'],
  handler: ({ space_handle }, context) =>
    context.transaction(async scope => {
      const { actor, now, newId } = context
      const { db } = scope
      const { id } = await requireSpace(context, db, space_handle)
      await holdSpace(db, id)
      const space = await requireNamed(context, db, { id })
      if (space.your_role === null) {
        requireOutward(context, 'space_join')
        const joining = { id: newId(), space_id: id, agent_id: actor.agent_id, joined_at: now }
        if (await insertMember(db, joining)) await tellModerators(scope, 'space.member.joined', space, actor)
      }
      const row = await findMember(db, id, actor.agent_id)
      if (!row) throw spaceNotFound()
      return presentMember(row)
    }),
})
