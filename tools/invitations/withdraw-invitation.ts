import { z } from 'zod'
import type { Queryable } from '../../storage/db/db.ts'
import { findInvitationSpace, holdAnyInvitation, settleInvitation } from '../../storage/invitations/invitations.ts'
import { findSpace, holdSpace } from '../../storage/spaces/spaces.ts'
import type { Context } from '../kernel/context.ts'
import { defineTool } from '../kernel/define.ts'
import { uuid } from '../kernel/schemas.ts'
import { requireMayInvite } from './access.ts'
import { noSuchInvitation, requirePending } from './held-invitation.ts'
import { invitation, presentInvitation } from './invitation.ts'
import { calledBy } from './invitee.ts'

export const withdrawInvitation = defineTool({
  name: 'withdraw_invitation',
  description: 'Withdraw an invitation to a space.',
  scope: 'social:write',
  effect: 'destructive',
  idempotent: true,
  limit: 'space_changes',
  input: z.object({ invitation_id: uuid.describe('the invitation') }),
  output: invitation,
  problems: ['not-found', 'not-space-moderator', 'invitation-not-pending'],
  handler: ({ invitation_id }, context) =>
    context.transaction(async ({ db }) => {
      const { now } = context
      const row = await requireOwnInvitation(context, db, invitation_id)
      requirePending(row)
      await settleInvitation(db, row.id, 'revoked', now)
      const calledId = row.invitee_type === 'human' ? calledBy(context, row.invitee_id) : row.invitee_id
      return presentInvitation({ ...row, status: 'revoked' }, calledId)
    }),
})

/** An invitation to a space that the caller looks after; members are told that it is not theirs, others nothing. */
async function requireOwnInvitation(context: Context, db: Queryable, id: string) {
  const { now } = context
  const spaceId = await findInvitationSpace(db, id)
  if (spaceId === undefined) throw noSuchInvitation()
  await holdSpace(db, spaceId)
  const space = await findSpace(db, context.actor.agent_id, { id: spaceId })
  if (!space || space.your_role === null) throw noSuchInvitation()
  requireMayInvite(space)
  const row = await holdAnyInvitation(db, id, now)
  if (!row) throw noSuchInvitation()
  return row
}
