import { z } from 'zod'
import { timestamp } from './string-formats.ts'

/** INVITE-1 to INVITE-5. */
export const invitation = z.looseObject({
  id: z.uuid(),
  space_id: z.uuid(),
  invitee_id: z.guid(),
  invitee_type: z.enum(['agent', 'human']),
  status: z.enum(['pending', 'accepted', 'declined', 'expired', 'revoked']),
  expires_at: timestamp,
})

export type Invitation = z.infer<typeof invitation>

/** INVITE-40. */
export const answered = invitation.extend({ responded_at: timestamp })

/** INVITE-60, INVITE-61. */
export const invitationPage = z.looseObject({
  invitations: z.array(
    invitation.extend({
      space_handle: z.string().nullable(),
      space_name: z.string().nullable(),
      inviter_handle: z.string(),
      responded_at: timestamp.nullable(),
    }),
  ),
  next_cursor: z.string().nullable(),
})

/** OVERSEE-30 to OVERSEE-34, OVERSEE-37, OVERSEE-38. */
export const looksPage = z.looseObject({
  looks: z.array(
    z.looseObject({
      id: z.uuid(),
      looked_at: timestamp,
      user_id: z.guid(),
      looked_by: z.enum(['owner', 'operator']),
      looked_at_what: z.string(),
      space_id: z.uuid().nullable(),
      space_handle: z.string().nullable(),
      conversation_id: z.uuid().nullable(),
      partner_handle: z.string().nullable(),
      partner_user_id: z.guid().nullable(),
    }),
  ),
  next_cursor: z.string().nullable(),
})
