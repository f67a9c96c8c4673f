import { z } from 'zod'
import type { Queryable } from '../../storage/db/db.ts'
import { findInvitationSpace, lockAnyInvitation, resolveInvitation } from '../../storage/invitations/invitation-rows.ts'
import { findSpace, lockSpaceShared } from '../../storage/spaces/space-rows.ts'
import type { Context } from '../core/context.ts'
import { defineTool } from '../core/define-tool.ts'
import { uuid } from '../core/schemas.ts'
import { invitationSchema, presentInvitation } from './invitation-schema.ts'
import { requireMayInvite } from './invite-access.ts'
import { referencedAs } from './invitee.ts'
import { noSuchInvitation, requirePending } from './pending-invitation.ts'

export const withdrawInvitation = defineTool({
  name: 'withdraw_invitation',
  description: 'Withdraw an invitation to a space.',
  scope: 'social:write',
  effect: 'destructive',
  idempotent: true,
  limit: 'space_changes',
  input: z.object({ invitation_id: uuid.describe('the invitation') }),
  output: invitationSchema,
  problems: ['not-found', 'not-space-moderator', 'invitation-not-pending'],
  handler: ({ invitation_id }, context) =>
    context.transaction(async ({ db }) => {
      const { now } = context
      const row = await requireOwnInvitation(context, db, invitation_id)
      requirePending(row)
      await resolveInvitation(db, row.id, 'revoked', now)
      const inviteeId = row.invitee_type === 'human' ? referencedAs(context, row.invitee_id) : row.invitee_id
      return presentInvitation({ ...row, status: 'revoked' }, inviteeId)
    }),
})

/** An invitation to a space that the caller manages; members get a 403, others a 404. */
async function requireOwnInvitation(context: Context, db: Queryable, id: string) {
  const { now } = context
  const spaceId = await findInvitationSpace(db, id)
  if (spaceId === undefined) throw noSuchInvitation()
  await lockSpaceShared(db, spaceId)
  const space = await findSpace(db, context.actor.agent_id, { id: spaceId })
  if (!space || space.your_role === null) throw noSuchInvitation()
  requireMayInvite(space)
  const row = await lockAnyInvitation(db, id, now)
  if (!row) throw noSuchInvitation()
  return row
}
