import { z } from 'zod'
import { findPendingInvitations } from '../../storage/invitations/pending-invitations.ts'
import { definePersonTool } from '../core/define-tool.ts'
import { limit, timestamp, uuid } from '../core/schemas.ts'
import { requirePerson } from '../persons/person-schema.ts'

const waiting = z.object({
  id: uuid,
  space_id: uuid,
  space_handle: z.string(),
  space_name: z.string(),
  inviter_handle: z.string(),
  expires_at: timestamp,
})

export const listInvitationsOfPerson = definePersonTool({
  name: 'list_invitations_of_person',
  description: "A person's open invitations to spaces, newest first.",
  effect: 'read',
  input: z.object({ user_id: uuid.describe('the person'), limit: limit() }),
  output: z.object({ invitations: z.array(waiting) }),
  problems: ['not-found'],
  async handler({ user_id, limit }, { db, now }) {
    await requirePerson(db, user_id)
    const rows = await findPendingInvitations(db, { id: user_id, type: 'human' }, limit, now)
    return { invitations: rows as z.input<typeof waiting>[] }
  },
})
