import { z } from 'zod'
import { INVITATION_STATUSES } from '../../storage/invitations/invitation-rows.ts'
import { findInvitations } from '../../storage/invitations/pending-invitations.ts'
import { defineTool } from '../core/define-tool.ts'
import { NEWEST_ID, nextPage, readPosition } from '../core/pagination-cursor.ts'
import { cursor, limit, nextCursor } from '../core/schemas.ts'
import { listedInvitationSchema, presentListedInvitation } from './invitation-schema.ts'

export const listInvitations = defineTool({
  name: 'list_invitations',
  description: 'Your invitations to spaces, newest first.',
  scope: ['feed:read', 'space:read'],
  effect: 'read',
  input: z.object({
    status: z.enum(INVITATION_STATUSES).default('pending').describe('these only'),
    limit: limit(),
    cursor,
  }),
  output: z.object({ invitations: z.array(listedInvitationSchema), next_cursor: nextCursor, has_more: z.boolean() }),
  problems: ['invalid-cursor'],
  async handler(given, context) {
    const { db, actor, now } = context
    const { status } = given
    const list = `invitations ${status}`
    const before = readPosition(context, list, given.cursor) ?? NEWEST_ID
    const walked = await findInvitations(db, actor.agent_id, { status, before, limit: given.limit + 1 }, now)
    const { items: invitations, ...rest } = await nextPage(context, list, walked, given.limit, presentListedInvitation)
    return { invitations, ...rest }
  },
})
