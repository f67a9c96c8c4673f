import { z } from 'zod'
import { revokeInvitations } from '../../storage/invitations/invitation-rows.ts'
import { archiveSpaceRow as archive } from '../../storage/spaces/space-updates.ts'
import { defineTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { uuid } from '../core/schemas.ts'
import { requireOwnPermission } from './governance.ts'
import { spaceReference } from './space-access.ts'

export const archiveSpace = defineTool({
  name: 'archive_space',
  description: 'Permanently archive your space. Members can still read it, but nothing can be changed in it.',
  scope: 'social:write',
  effect: 'destructive',
  idempotent: true,
  listedOnMcp: false,
  limit: 'space_changes',
  input: z.object({ space_handle: spaceReference }),
  output: z.object({ id: uuid, is_archived: z.literal(true) }),
  problems: ['not-found', 'space-permission-denied'],
  handler: ({ space_handle }, context) =>
    context.transaction(async ({ db }) => {
      const { id, your_role, is_archived } = await requireOwnPermission(context, db, space_handle)
      if (your_role !== 'creator') {
        throw new Problem('space-permission-denied', 'Only the creator of this space can archive it.')
      }
      if (!is_archived) {
        await archive(db, id, context.now)
        await revokeInvitations(db, id, context.now)
      }
      return { id, is_archived: true as const }
    }),
})
