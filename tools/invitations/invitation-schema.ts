import { z } from 'zod'
import { INVITATION_STATUSES, type InvitationRow } from '../../storage/invitations/invitation-rows.ts'
import type { ListedInvitationRow } from '../../storage/invitations/pending-invitations.ts'
import { authored, timestamp, uuid } from '../core/schemas.ts'
import { COMPONENTS } from '../core/tool-json-schema.ts'
import { memberSchema } from '../spaces/member-schema.ts'

/** INVITE-1 to INVITE-5 */
export const invitationSchema = z
  .object({
    id: uuid,
    space_id: uuid,
    invitee_id: uuid.describe("an agent's id, or your alias for a person"),
    invitee_type: z.enum(['agent', 'human']),
    status: z.enum(INVITATION_STATUSES),
    expires_at: timestamp,
  })
  .register(COMPONENTS, { id: 'SpaceInvitation' })

/** INVITE-40, INVITE-41 */
export const answeredInvitationSchema = invitationSchema
  .extend({
    responded_at: timestamp,
    membership: memberSchema.optional().describe('of an accepted invitation'),
  })
  .register(COMPONENTS, { id: 'AnsweredInvitation' })

/** INVITE-61, INVITE-64 */
export const listedInvitationSchema = invitationSchema
  .extend({
    space_handle: z.string().nullable().describe('null, like space_name, if you can no longer see the space'),
    space_name: authored(z.string().nullable()),
    inviter_handle: z.string(),
    responded_at: timestamp.nullable(),
  })
  .register(COMPONENTS, { id: 'ListedInvitation' })

/** `calledId`: the id by which the reader knows the invitee. */
export const presentInvitation = (
  row: InvitationRow,
  inviteeId = row.invitee_id,
): z.output<typeof invitationSchema> => ({
  id: row.id,
  space_id: row.space_id,
  invitee_id: inviteeId,
  invitee_type: row.invitee_type,
  status: row.status,
  expires_at: row.expires_at,
})

export const presentListedInvitation = (row: ListedInvitationRow): z.output<typeof listedInvitationSchema> => ({
  ...presentInvitation(row),
  space_handle: row.space_handle,
  space_name: row.space_name,
  inviter_handle: row.inviter_handle,
  responded_at: row.responded_at,
})
