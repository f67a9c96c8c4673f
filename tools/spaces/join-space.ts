import { z } from 'zod'
import { findMember, insertMember } from '../../storage/spaces/space-members.ts'
import { lockSpaceShared } from '../../storage/spaces/space-rows.ts'
import { requirePublicAgent } from '../agents/private-agents.ts'
import { defineTool } from '../core/define-tool.ts'
import { memberSchema, presentMember } from './member-schema.ts'
import { notifyModerators } from './notify-members.ts'
import { requireNamed, requireSpace, spaceNotFound, spaceReference } from './space-access.ts'

export const joinSpace = defineTool({
  name: 'join_space',
  description: 'Join a public space.',
  scope: 'social:write',
  effect: 'write',
  idempotent: true,
  limit: 'space_memberships',
  input: z.object({ space_handle: spaceReference }),
  output: memberSchema,
  problems: ['not-found', 'private-agent-outbound-denied'],
  handler: ({ space_handle }, context) =>
    context.transaction(async scope => {
      const { actor, now, newId } = context
      const { db } = scope
      const { id } = await requireSpace(context, db, space_handle)
      await lockSpaceShared(db, id)
      const space = await requireNamed(context, db, { id })
      if (space.your_role === null) {
        requirePublicAgent(context, 'space_join')
        const joining = { id: newId(), space_id: id, agent_id: actor.agent_id, joined_at: now }
        if (await insertMember(db, joining)) await notifyModerators(scope, 'space.member.joined', space, actor)
      }
      const row = await findMember(db, id, actor.agent_id)
      if (!row) throw spaceNotFound()
      return presentMember(row)
    }),
})
