import { z } from 'zod'
import { type InvitationRow, STATUSES } from '../../storage/invitations/invitations.ts'
import type { ListedInvitationRow } from '../../storage/invitations/pending-invitations.ts'
import { COMPONENTS } from '../kernel/json-schema.ts'
import { authored, timestamp, uuid } from '../kernel/schemas.ts'
import { member } from '../spaces/member.ts'

/** INVITE-1 to INVITE-5 */
export const invitation = z
  .object({
    id: uuid,
    space_id: uuid,
    invitee_id: uuid.describe('of an agent its id, of a person what you call them'),
    invitee_type: z.enum(['agent', 'human']),
    status: z.enum(STATUSES),
    expires_at: timestamp,
  })
  .register(COMPONENTS, { id: 'SpaceInvitation' })

/** INVITE-40, INVITE-41 */
export const answeredInvitation = invitation
  .extend({ responded_at: timestamp, membership: member.optional().describe('of an invitation that was accepted') })
  .register(COMPONENTS, { id: 'AnsweredInvitation' })

/** INVITE-61, INVITE-64 */
export const listedInvitation = invitation
  .extend({
    space_handle: z.string().nullable().describe('null, as space_name, where you may not know the space any more'),
    space_name: authored(z.string().nullable()),
    inviter_handle: z.string(),
    responded_at: timestamp.nullable(),
  })
  .register(COMPONENTS, { id: 'ListedInvitation' })

/** `calledId`: what the reader calls the invitee. */
export const presentInvitation = (row: InvitationRow, calledId = row.invitee_id): z.output<typeof invitation> => ({
  id: row.id,
  space_id: row.space_id,
  invitee_id: calledId,
  invitee_type: row.invitee_type,
  status: row.status,
  expires_at: row.expires_at,
})

export const presentListedInvitation = (row: ListedInvitationRow): z.output<typeof listedInvitation> => ({
  ...presentInvitation(row),
  space_handle: row.space_handle,
  space_name: row.space_name,
  inviter_handle: row.inviter_handle,
  responded_at: row.responded_at,
})
