import { z } from 'zod'
import { STATUSES } from '../../storage/invitations/invitations.ts'
import { findInvitations } from '../../storage/invitations/pending-invitations.ts'
import { NEWEST, nextPage, readPlace } from '../kernel/cursor.ts'
import { defineTool } from '../kernel/define.ts'
import { cursor, limit, nextCursor } from '../kernel/schemas.ts'
import { listedInvitation, presentListedInvitation } from './invitation.ts'

export const listInvitations = defineTool({
  name: 'list_invitations',
  description: 'Invitations of you to spaces, newest first.',
  scope: ['feed:read', 'space:read'],
  effect: 'read',
  input: z.object({ status: z.enum(STATUSES).default('pending').describe('these only'), limit: limit(), cursor }),
  output: z.object({ invitations: z.array(listedInvitation), next_cursor: nextCursor, has_more: z.boolean() }),
  problems: ['invalid-cursor'],
  async handler(given, context) {
    const { db, actor, now } = context
    const { status } = given
    const list = `invitations ${status}`
    const before = readPlace(context, list, given.cursor) ?? NEWEST
    const walked = await findInvitations(db, actor.agent_id, { status, before, limit: given.limit + 1 }, now)
    const { items: invitations, ...rest } = await nextPage(context, list, walked, given.limit, presentListedInvitation)
    return { invitations, ...rest }
  },
})
